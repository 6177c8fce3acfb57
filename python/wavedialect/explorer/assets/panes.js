// The columns: which there are, which are open, how wide they are, and what stands above each.

/** Of each column its name, the road that it belongs to, and its tabs: a stage and how it is called. */
const PANES = [
  { id: "python", title: page.sources[0]?.path === "-" ? "Source" : page.language },
  { id: "wave", title: "Wave IR" },
  { id: "gpu", title: "gpu", target: "spirv", tabs: [["gpu", "dialect"]] },
  { id: "spirv", title: "SPIR-V", target: "spirv", tabs: [["assembly", "assembly"], ["spirv", "dialect"]] },
  { id: "dxil", title: "DXIL", target: "dxil", tabs: [["llvm", "LLVM IR"], ["dxil", "dialect"], ["container", "container"]] },
  { id: "ptx", title: "PTX", target: "ptx", tabs: [["ptx", "PTX"], ["sass", "SASS"], ["nvvm", "dialect"], ["llvm", "LLVM IR"]] },
  { id: "cpu", title: "CPU", target: "cpu", tabs: [["simd", "SIMD"], ["llvm", "LLVM IR"], ["assembly", "assembly"]] },
].filter((pane) => !pane.target || targets.includes(pane.target));

/** Stages that a page has where other tools are installed. */
const OPTIONAL_STAGES = ["sass"];

class Pane {
  /** `onSize(lanes)` is told what is chosen of the wave sizes. */
  constructor(description, listing, onSize) {
    Object.assign(this, description);
    this.listing = listing;
    this.isOpen = false;
    this.tab = this.tabs?.[0][0];
    this.title = make("div", { class: "pane-title" }, make("h2", {}, this.title));
    this.counts = make("div", { class: "counts" });
    const copy = make("button", { type: "button", class: "copy", title: "copy the text" }, "copy");
    copy.addEventListener("click", () => copyText(this.listing.text, copy));
    this.head = make("div", { class: "pane-head" }, this.title, make("div", { class: "pane-line" }, this.counts, copy));
    this.refusal = make("div", { class: "refused", hidden: true });
    this.element = make("section", { class: "pane", id: `pane-${this.id}`, "aria-label": description.title }, this.head, this.refusal, listing.element);
    this.element.hidden = true;
    this.button = make("button", { type: "button", "aria-pressed": "false", title: `key ${PANES.indexOf(description) + 1}` }, description.title);
    this.choices = make("div", { class: "segments", role: "group" });
    this.sizes = make("select", { class: "sizes", "aria-label": "lanes of a wave", hidden: true });
    this.sizes.addEventListener("change", () => onSize(Number(this.sizes.value)));
    this.title.append(this.choices, make("span", { class: "space" }), this.sizes);
  }

  /** The document of the chosen tab, or the first there is. */
  document() {
    const stages = roadTo(this.target).stages;
    return stages[this.tab];
  }

  showTabs(onChoose) {
    if (!this.tabs || this.tabs.length < 2) return;
    const stages = roadTo(this.target).stages;
    const tabs = this.tabs.filter(([stage]) => stage in stages || !OPTIONAL_STAGES.includes(stage));
    fillSegments(this.choices, tabs, this.tab, onChoose);
  }
}

/** Buttons of which one is pressed. */
function fillSegments(element, choices, pressed, onChoose) {
  element.replaceChildren(
    ...choices.map(([value, text]) =>
      make("button", { type: "button", "aria-pressed": String(value === pressed), "data-value": value, onclick: () => onChoose(value) }, text),
    ),
  );
}

async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Where a page from a file may not: by way of a selection.
    const area = make("textarea", { style: "position:fixed;opacity:0" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  button.textContent = "copied";
  setTimeout(() => (button.textContent = "copy"), 1200);
}

/** Lays the open columns out with handles between them. */
function layOut(panes) {
  const main = document.getElementById("panes");
  const open = panes.filter((pane) => pane.isOpen);
  const children = [];
  open.forEach((pane, number) => {
    if (number) children.push(makeSplitter(open[number - 1], pane));
    children.push(pane.element);
  });
  const scrolled = open.map((pane) => [pane, pane.listing.scroll.scrollTop, pane.listing.scroll.scrollLeft]);
  main.replaceChildren(...children);
  for (const pane of panes) {
    pane.element.hidden = !pane.isOpen;
    pane.button.setAttribute("aria-pressed", String(pane.isOpen));
  }
  for (const [pane, top, left] of scrolled) {
    pane.listing.scroll.scrollTop = top;
    pane.listing.scroll.scrollLeft = left;
    pane.listing.drawTicks();
  }
}

function makeSplitter(left, right) {
  const splitter = make("div", { class: "splitter", role: "separator", "aria-orientation": "vertical" });
  splitter.addEventListener("pointerdown", (start) => {
    const widths = [left.element.offsetWidth, right.element.offsetWidth];
    const grown = [left, right].map((pane) => Number(getComputedStyle(pane.element).flexGrow));
    const move = (event) => {
      const whole = widths[0] + widths[1];
      const width = Math.min(Math.max(widths[0] + event.clientX - start.clientX, 160), whole - 160);
      left.element.style.flexGrow = ((grown[0] + grown[1]) * width) / whole;
      right.element.style.flexGrow = ((grown[0] + grown[1]) * (whole - width)) / whole;
    };
    const end = () => {
      splitter.classList.remove("dragged");
      splitter.removeEventListener("pointermove", move);
    };
    splitter.setPointerCapture(start.pointerId);
    splitter.classList.add("dragged");
    splitter.addEventListener("pointermove", move);
    splitter.addEventListener("pointerup", end, { once: true });
    start.preventDefault();
  });
  return splitter;
}
