// What is picked: one line of the source, and where an instruction was picked the expression on it.

class Links {
  constructor(panes) {
    this.panes = panes;
    this.near = null;
    this.picked = this.picked.bind(this);
    this.over = this.over.bind(this);
  }

  get source() {
    return this.panes.find((pane) => pane.id === "python").listing;
  }

  /** A row was clicked, or came to by a key. Of the source a place is a line. */
  picked(place, listing, byKey) {
    const isSource = listing === this.source;
    if (!isSource && (place === NOWHERE || place === undefined)) {
      this.pin(null);
      status("no line of the source has this: the compiler made it, or it holds the rest together");
      return;
    }
    const wanted = isSource ? { key: place, column: null } : places[place];
    const same = chosen.pin && chosen.pin.key === wanted.key && chosen.pin.column === wanted.column;
    this.pin(same && !byKey ? null : wanted, listing);
  }

  /** Pins a place, or none, and brings what belongs to it into view, but for the column it was picked in. */
  pin(place, from = null) {
    chosen.pin = place;
    for (const pane of this.panes) {
      pane.listing.mark("pin", place);
      if (place === null) pane.listing.setCursor(null);
      else if (pane.listing !== from) {
        pane.listing.setCursor(null);
        if (pane.isOpen) pane.listing.reveal();
      }
    }
    this.markColumn(place);
    markGroupshared(document.getElementById("groupshared"), place);
    this.tell(place);
    remember();
  }

  /** Again, after a column shows something else. */
  again() {
    for (const pane of this.panes) {
      pane.listing.mark("pin", chosen.pin);
      if (chosen.pin && pane.isOpen) pane.listing.reveal();
    }
    this.markColumn(chosen.pin);
    markGroupshared(document.getElementById("groupshared"), chosen.pin);
    if (chosen.pin) this.tell(chosen.pin);
  }

  over(place, listing) {
    if (place === this.near) return;
    this.near = place;
    const isSource = listing === this.source;
    const wanted = place === null ? null : isSource ? { key: place } : places[place];
    for (const pane of this.panes) pane.listing.mark("near", wanted);
  }

  /** Underlines the word that the expression begins with. */
  markColumn(place) {
    const old = this.here;
    if (old) {
      old.row.element.querySelector("code").innerHTML = old.row.html || " ";
      this.here = null;
    }
    const row = place && place.column ? this.source.lines.get(place.key) : null;
    if (!row || !row.element.isConnected) return;
    const code = row.element.querySelector("code");
    const word = /^[\w.@]+|^\S/.exec(code.textContent.slice(place.column - 1));
    if (!word) return;
    underline(code, place.column - 1, word[0].length);
    this.here = { row };
  }

  /** The status line: what is picked, and how many instructions it has where. */
  tell(place) {
    if (!place) {
      status(null);
      return;
    }
    const file = Math.floor(place.key / 1000000);
    const line = place.key % 1000000;
    const parts = this.panes
      .filter((pane) => pane.id !== "python" && pane.isOpen)
      .map((pane) => `${pane.listing.rowsOf(place.key).filter((row) => row.kind !== "-" && row.kind !== "<").length} in ${pane.name}`);
    const element = make("span", {}, make("b", {}, `${page.sources[file].name}:${line}  `), make("code", {}, this.source.textAt(place.key)), `   ${parts.join(", ")}`);
    status(element);
  }
}

function underline(element, start, length) {
  let at = 0;
  for (const node of [...textNodes(element)]) {
    const from = Math.max(start - at, 0);
    const to = Math.min(start + length - at, node.length);
    at += node.length;
    if (from >= to) continue;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    range.surroundContents(make("span", { class: "t-here" }));
  }
}

function* textNodes(element) {
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) yield node;
    else yield* textNodes(node);
  }
}

function status(said) {
  document.getElementById("status").replaceChildren(said ?? "Click a line to see what became of it; ? for the keys.");
}
