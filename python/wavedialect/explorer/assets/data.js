// What the page shows, and what the reader has chosen of it.

const page = JSON.parse(globalThis.unpacked);
const NOWHERE = -1;

/** The number of a line of the source among all files. */
function lineKey(file, line) {
  return file * 1000000 + line;
}

const places = page.places.map(([file, line, column, caller]) => ({ file, line, column, caller, key: lineKey(file, line) }));

/** The lines that a place belongs to: its own, then those of the calls that lead there. */
const chains = places.map((place) => {
  const keys = [place.key];
  for (let at = place.caller; at !== NOWHERE; at = places[at].caller) keys.push(places[at].key);
  return keys;
});

const roadNames = { spirv: "Vulkan", dxil: "Direct3D", ptx: "CUDA", cpu: "CPU", mlir: "own passes" };
const roadsOf = (target) => page.roads.filter((road) => road.target === target);
const targets = [...new Set(page.roads.map((road) => road.target))];

const chosen = {
  target: targets[0],
  dxilSize: roadsOf("dxil").find((road) => !road.failed)?.wave_size ?? roadsOf("dxil")[0]?.wave_size ?? null,
  step: {},
  pin: null,
  showRemoved: true,
};

/** The road to a target; of those to Direct3D the one for the chosen wave size. */
function roadTo(target) {
  const roads = roadsOf(target);
  return (target === "dxil" && roads.find((road) => road.wave_size === chosen.dxilSize)) || roads[0];
}

/** The step of wave IR that is shown on the way to a target: at first the last one. */
function stepOf(target) {
  const road = roadTo(target);
  const last = road.steps.length - 1;
  return Math.min(chosen.step[target] ?? last, last);
}

function textOf(listing) {
  return listing.lines.map((line) => page.lines[line]);
}

/** "03-compaction.py:43" */
function placeName(place) {
  return `${page.sources[place.file].name}:${place.line}`;
}

function plural(count, one) {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

/** "54 instructions · 1 atomic · 2 barriers" */
function countsText(counts) {
  const singular = { instructions: "instruction", atomics: "atomic", barriers: "barrier", "wave operations": "wave op" };
  return Object.entries(counts ?? {})
    .filter(([what, count]) => count || what === "instructions")
    .map(([what, count]) => plural(count, singular[what]))
    .join(" · ");
}

function escapeText(text) {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** An element with attributes and children; text is text. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}
