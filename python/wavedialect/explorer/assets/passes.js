// The passes of wave IR: a bar a pass, as high as it changed much, and the name of the chosen one.

class Timeline {
  /** `onChoose(index)` is told what is chosen. */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.back = make("button", { type: "button", class: "step", title: "the pass before (←)", "aria-label": "the pass before" }, "◀");
    this.next = make("button", { type: "button", class: "step", title: "the next pass (→)", "aria-label": "the next pass" }, "▶");
    this.bars = make("div", { class: "bars", role: "group", "aria-label": "passes" });
    this.names = make("select", { "aria-label": "pass" });
    this.delta = make("span", { class: "delta" });
    this.about = make("div", { class: "about" });
    this.removed = make("input", { type: "checkbox" });
    this.removed.checked = chosen.showRemoved;
    this.element = make(
      "div",
      {},
      make("div", { class: "timeline" }, this.back, this.bars, this.next),
      make("div", { class: "pass" }, this.names, this.delta),
      make("div", { class: "pass" }, this.about, make("label", { title: "key d" }, this.removed, "removed lines")),
    );
    this.back.addEventListener("click", () => onChoose(this.index - 1));
    this.next.addEventListener("click", () => onChoose(this.index + 1));
    this.names.addEventListener("change", () => onChoose(Number(this.names.value)));
  }

  /** Shows the passes on the way to a target. */
  show(road, index) {
    this.index = index;
    this.count = road.steps.length;
    const deltas = road.steps.map((step) => countChanges(step.changes));
    const most = Math.max(1, ...deltas.map((delta) => Math.max(delta.plus + delta.turned + delta.moved, delta.minus)));
    const height = (count) => (count ? Math.max(12, (100 * count) / most) : 0);
    this.bars.replaceChildren(
      ...road.steps.map((step, number) => {
        const { plus, minus, turned, moved } = deltas[number];
        const up = make("span", { class: "up" });
        if (plus + turned + moved) up.append(bar(height(plus + turned + moved), plus ? "" : "changed"));
        const down = make("span", { class: "down" });
        if (minus) down.append(bar(height(minus), ""));
        return make(
          "button",
          {
            type: "button",
            title: `${stepName(step, number)}  ${deltaText(deltas[number])}`,
            "aria-label": stepName(step, number),
            "aria-current": number === index ? "step" : null,
            onclick: () => this.onChoose(number),
          },
          up,
          down,
        );
      }),
    );
    this.names.replaceChildren(
      ...road.steps.map((step, number) => make("option", { value: number }, `${number}/${road.steps.length - 1}  ${stepName(step, number)}`)),
    );
    this.names.value = index;
    this.back.disabled = index <= 0;
    this.next.disabled = index >= road.steps.length - 1;
    const step = road.steps[index];
    const delta = deltas[index];
    this.delta.replaceChildren(
      ...[["plus", "+", "added"], ["minus", "−", "removed"], ["turned", "~", "changed"], ["moved", "→", "moved"]]
        .filter(([what]) => delta[what])
        .map(([what, sign, name]) => make("span", { class: what, title: `${name} lines` }, `${sign}${delta[what]} `)),
    );
    this.about.textContent = index === 0 ? "as the front end wrote it" : step.description;
    this.about.title = this.about.textContent;
  }
}

function bar(height, kind) {
  const element = make("i", { class: kind });
  element.style.height = `${height}%`;
  return element;
}

function stepName(step, number) {
  return number === 0 ? "as written" : step.name;
}

function countChanges(changes) {
  const count = (kind) => changes.split(kind).length - 1;
  return { plus: count("+"), minus: count("-"), turned: count("~"), moved: count(">") };
}

function deltaText({ plus, minus, turned, moved }) {
  return [plus && `+${plus}`, minus && `−${minus}`, turned && `~${turned}`, moved && `→${moved}`].filter(Boolean).join(" ");
}
