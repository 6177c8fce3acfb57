// A listing: rows with a gutter, marks for the lines that belong together, and a strip that says where those are.

const LETTER = { g: "g", w: "w", l: "l" };
const KINDS = {
  "~": ["changed", "~"],
  "+": ["added", "+"],
  "-": ["removed", "−"],
  ">": ["moved-here", "→"],
  "<": ["moved-away", "←"],
};

class Listing {
  /** `name` is the column's; what is clicked is told to `onPick(place)`, what the mouse is over to `onNear(place)`. */
  constructor(name, onPick, onNear) {
    this.name = name;
    this.rows = [];
    this.byLine = new Map();
    this.marked = { pin: [], near: [] };
    this.scroll = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name });
    this.ticks = make("div", { class: "ticks", "aria-hidden": "true" });
    this.element = make("div", { class: "body" }, this.scroll, this.ticks);
    this.onPick = onPick;
    this.scroll.addEventListener("click", (event) => this.clicked(event));
    this.scroll.addEventListener("mouseover", (event) => {
      const row = this.rowAt(event.target);
      onNear(row && row.place !== NOWHERE ? row.place : null);
      this.markValue(event.target);
    });
    this.scroll.addEventListener("mouseleave", () => {
      onNear(null);
      this.markValue(null);
    });
    this.ticks.addEventListener("click", (event) => {
      const share = event.offsetY / this.ticks.clientHeight;
      this.scroll.scrollTop = share * this.scroll.scrollHeight - this.scroll.clientHeight / 2;
    });
  }

  /** Shows a document; with `before` and `changes` also what a pass made of that one. */
  show(shown, changes = "", before = null) {
    const texts = textOf(shown);
    const uniformity = new Map();
    const rows = [];
    const add = (kind, line, html) => {
      const place = (kind === "-" || kind === "<" ? before : shown).places[line] ?? NOWHERE;
      rows.push({ kind, line, place, html });
    };
    const addOld = (kind, line) => add(kind, line, colorLine(shown.language, page.lines[before.lines[line]]));
    const addNew = (kind, line, oldLine) => {
      const letter = LETTER[shown.uniformity[line]];
      for (const name of definedNames(texts[line])) {
        if (letter) uniformity.set(name, letter);
        else uniformity.delete(name);
      }
      add(kind, line, colorLine(shown.language, texts[line], uniformity));
      const row = rows[rows.length - 1];
      row.letter = letter;
      if (kind === "~") row.before = page.lines[before.lines[oldLine]].trim();
    };
    if (changes) {
      let oldLine = 0;
      let newLine = 0;
      for (const kind of changes) {
        if (kind === "-" || kind === "<") addOld(kind, oldLine++);
        else if (kind === "+" || kind === ">") addNew(kind, newLine++);
        else addNew(kind, newLine++, oldLine++);
      }
    } else {
      texts.forEach((_, line) => addNew(" ", line));
    }
    this.fill(rows.map((row) => ({ ...row, number: row.kind === "-" || row.kind === "<" ? "" : row.line + 1 })));
    this.text = texts.join("\n") + "\n";
  }

  /** Puts rows in: `number`, `html`, `place`, `letter`, `sign`, and of what a pass did `kind` and `before`. */
  fill(rows) {
    this.byLine.clear();
    this.marked = { pin: [], near: [] };
    const html = rows.map((row, index) => {
      if (row.heading) return `<div class="row elsewhere">${escapeText(row.heading)}</div>`;
      const [kind, sign] = KINDS[row.kind] ?? ["", ""];
      const linked = row.place !== NOWHERE ? "linked" : "";
      const title = row.before ? ` title="before: ${escapeText(row.before)}"` : "";
      return (
        `<div class="row ${kind} ${linked}" data-row="${index}"${title}><span class="gutter">` +
        `<i class="stripe ${row.letter ?? ""}"></i><span class="number">${row.number}</span>` +
        `<span class="mark">${row.sign ?? sign}</span></span><code>${row.html || " "}</code></div>`
      );
    });
    this.scroll.innerHTML = `<div class="rows">${html.join("")}</div>`;
    const elements = this.scroll.firstChild.children;
    this.rows = rows.map((row, index) => ({ ...row, index, element: elements[index] }));
    for (const row of this.rows) {
      if (row.place === NOWHERE || row.place === undefined) continue;
      for (const key of chains[row.place] ?? [row.key]) {
        if (!this.byLine.has(key)) this.byLine.set(key, []);
        this.byLine.get(key).push(row);
      }
    }
    this.scroll.scrollLeft = 0;
  }

  /** Rows of a line of the source; those of a helper that it calls are among them. */
  rowsOf(key) {
    return this.byLine.get(key) ?? [];
  }

  /** Marks the rows that belong to `place`, as "pin" or "near"; null marks none. */
  mark(how, place) {
    for (const row of this.marked[how]) row.element.classList.remove(...(how === "pin" ? ["pin", "exact", "through"] : ["near"]));
    const rows = place === null ? [] : this.rowsOf(place.key);
    for (const row of rows) {
      if (how === "near") {
        row.element.classList.add("near");
        continue;
      }
      const own = this.placeOf(row);
      const same = own.key === place.key && place.column && own.column === place.column;
      row.element.classList.add(own.key !== place.key ? "through" : same ? "exact" : "pin");
    }
    this.marked[how] = rows;
    if (how === "pin") this.drawTicks();
  }

  placeOf(row) {
    return places[row.place];
  }

  drawTicks() {
    if (!this.marked.pin.length) {
      this.ticks.replaceChildren();
      return;
    }
    const visible = this.marked.pin.filter((row) => row.element.offsetParent !== null);
    const height = this.scroll.firstChild ? this.scroll.firstChild.offsetHeight : 0;
    const ticks = visible.map((row) => {
      const tick = make("i");
      tick.style.top = `${(100 * row.element.offsetTop) / Math.max(height, this.scroll.clientHeight)}%`;
      return tick;
    });
    this.ticks.replaceChildren(...ticks);
  }

  /** Brings as much of what is pinned into view as goes; what is from the same expression goes first. */
  reveal() {
    const rows = this.marked.pin.filter((row) => row.element.offsetParent !== null);
    if (!rows.length) return;
    const exact = rows.filter((row) => row.element.classList.contains("exact"));
    const tops = (exact.length ? exact : rows).map((row) => row.element.offsetTop);
    const height = this.scroll.clientHeight - 36;
    const within = (top) => tops.filter((other) => other >= top && other <= top + height).length;
    const most = Math.max(...tops.map(within));
    const now = this.scroll.scrollTop;
    if (within(now) >= most) return;
    const first = tops.find((top) => within(top) === most);
    const last = tops.filter((top) => top <= first + height).pop();
    this.scroll.scrollTop = first - Math.max(18, (this.scroll.clientHeight - (last - first)) / 3);
  }

  /** Goes to where the code begins, behind names, types and constants. */
  goToCode(pattern) {
    const index = this.rows.findIndex((row) => pattern.test(row.element.querySelector("code").textContent));
    this.scroll.scrollTop = index > 4 ? this.rows[index].element.offsetTop - 4 : 0;
  }

  /** The row that the arrow keys go on from. */
  setCursor(row) {
    this.cursor?.element.classList.remove("cursor");
    this.cursor = row;
    row?.element.classList.add("cursor");
  }

  /** Picks the next row with a place; the rows of one place are one step. */
  step(direction) {
    const from = this.cursor ?? this.marked.pin[0];
    let index = from ? from.index : direction > 0 ? -1 : this.rows.length;
    const stays = (row) => row.place === NOWHERE || row.place === undefined || row.element.offsetParent === null;
    do index += direction;
    while (this.rows[index] && stays(this.rows[index]));
    const row = this.rows[index];
    if (!row) return;
    this.setCursor(row);
    this.onPick(row.place, this, true);
    row.element.scrollIntoView({ block: "nearest" });
  }

  rowAt(target) {
    const element = target.closest?.(".row[data-row]");
    return element ? this.rows[element.dataset.row] : null;
  }

  clicked(event) {
    // A click that ends a selection of text is none.
    if (!document.getSelection().isCollapsed) return;
    const row = this.rowAt(event.target);
    if (!row) return;
    this.setCursor(row);
    this.onPick(row.place, this, false);
  }

  /** Marks the other places of the value that the mouse is over. */
  markValue(target) {
    const name = target?.dataset?.v;
    if (name === this.value) return;
    this.value = name;
    for (const element of this.scroll.querySelectorAll(".v.same")) element.classList.remove("same");
    if (!name) return;
    for (const element of this.scroll.querySelectorAll(`.v[data-v="${CSS.escape(name)}"]`)) element.classList.add("same");
  }
}

/** The Python functions. A row's place is its line; what it computes has the color of the last value on it. */
class SourceListing extends Listing {
  constructor(name, onPick, onNear) {
    super(name, onPick, onNear);
    this.lines = new Map();
  }

  /** Shows the functions; `messages` by line, `letters` of how far a line's value is the same. */
  show(letters, messages) {
    const rows = [];
    page.sources.forEach((source, file) => {
      if (!source.lines.length) return;
      if (page.sources.length > 1) rows.push({ heading: source.name, place: NOWHERE });
      let last = null;
      for (const [number, pieces] of source.lines) {
        if (last !== null && number > last + 1) rows.push({ heading: "⋯", place: NOWHERE });
        last = number;
        const key = lineKey(file, number);
        const html = pieces.length
          ? pieces.map(([color, text]) => (color ? `<span class="t-${color}">${escapeText(text)}</span>` : escapeText(text))).join("")
          : "";
        const said = messages.get(key);
        const sign = said
          ? `<span class="said-here ${["error", "warning"].find((worst) => said.some((message) => message.severity === worst)) ?? said[0].severity}" title="${escapeText(said.map((message) => `${message.severity}: ${message.text}`).join("\n"))}">●</span>`
          : "";
        // What the compiler adds to a whole function stands at its head.
        const isHead = /^\s*(@|def\b)/.test(pieces.map(([, text]) => text).join(""));
        rows.push({ kind: " ", number, html, sign, letter: isHead ? "" : letters.get(key), key, place: key });
      }
    });
    this.fill(rows);
    this.lines = new Map(this.rows.filter((row) => row.key !== undefined).map((row) => [row.key, row]));
    this.text = page.sources.map((source) => source.lines.map(([, pieces]) => pieces.map(([, text]) => text).join("")).join("\n")).join("\n\n") + "\n";
  }

  rowsOf(key) {
    return this.lines.has(key) ? [this.lines.get(key)] : [];
  }

  placeOf(row) {
    return { key: row.key, column: null };
  }

  textAt(key) {
    const row = this.lines.get(key);
    return row ? row.element.querySelector("code").textContent.trim() : "";
  }
}
