// Puts the page together and listens to keys.

const panes = [];
const links = new Links(panes);
for (const description of PANES) {
  const Kind = description.id === "python" ? SourceListing : Listing;
  const listing = new Kind(description.title, (place, from, byKey) => links.picked(place, from, byKey), (place) => links.over(place, listing));
  const pane = new Pane(description, listing, chooseSize);
  pane.name = description.title;
  panes.push(pane);
}
const paneOf = (id) => panes.find((pane) => pane.id === id);
const timeline = new Timeline(chooseStep);
const groupshared = document.getElementById("groupshared");

// --- What is shown -----------------------------------------------------------

function showWave() {
  const pane = paneOf("wave");
  const road = roadTo(chosen.target);
  const index = stepOf(chosen.target);
  const step = road.steps[index];
  timeline.show(road, index);
  fillSegments(pane.choices, targets.map((target) => [target, roadNames[target]]), chosen.target, chooseTarget);
  pane.choices.hidden = targets.length < 2;
  fillSizes(pane, chosen.target);
  pane.element.classList.toggle("hide-removed", !chosen.showRemoved);
  timeline.removed.checked = chosen.showRemoved;
  const top = pane.listing.scroll.scrollTop;
  pane.listing.show(step.document, step.changes, road.steps[index - 1]?.document);
  pane.listing.scroll.scrollTop = top;
  setCounts(pane, countsText(step.document.counts));
  if (road.failed && index === road.steps.length - 1) showRefusal(pane, road, "The compiler came to here, and said:");
  else pane.refusal.hidden = true;
  showSource();
}

/** The source, in the colors of the chosen step; of a line that it no longer has, of the first. */
function showSource() {
  const road = roadTo(chosen.target);
  const letters = new Map();
  for (const step of [road.steps[0], road.steps[stepOf(chosen.target)]]) {
    const { lines, places: numbers, uniformity } = step.document;
    lines.forEach((line, index) => {
      const letter = LETTER[uniformity[index]];
      // What has a region gives what its lines compute.
      if (letter && numbers[index] !== NOWHERE && !page.lines[line].endsWith("{")) letters.set(places[numbers[index]].key, letter);
    });
  }
  const messages = new Map();
  for (const { place, ...message } of page.roads.flatMap((any) => any.messages)) {
    if (place === NOWHERE || message.severity === "note") continue;
    const key = places[place].key;
    const known = messages.get(key) ?? [];
    if (!known.some((other) => other.text === message.text)) messages.set(key, [...known, message]);
  }
  const { scroll } = paneOf("python").listing;
  const top = scroll.scrollTop;
  paneOf("python").listing.show(letters, messages);
  setCounts(paneOf("python"), plural(page.sources.reduce((sum, source) => sum + source.lines.length, 0), "line"));
  scroll.scrollTop = top;
}

/** Fills the column of a stage; one that is closed when it is opened. */
function showStage(pane) {
  pane.isStale = !pane.isOpen;
  if (pane.isStale) return;
  const road = roadTo(pane.target);
  const shown = pane.document();
  pane.showTabs((tab) => {
    pane.tab = tab;
    showStage(pane);
    links.again();
    remember();
  });
  fillSizes(pane, pane.target);
  const isCode = pane.tab === pane.tabs[0][0] && pane.id !== "gpu";
  setCounts(pane, shown ? [countsText(shown.counts), isCode ? fileText(road) : ""].filter(Boolean).join(" · ") : "");
  pane.head.querySelector(".note")?.remove();
  if (shown?.note) pane.head.append(make("div", { class: "note" }, shown.note));
  if (road.failed) showRefusal(pane, road, `${roadNames[road.target]} refuses this kernel:`);
  else pane.refusal.hidden = true;
  if (shown) pane.listing.show(shown);
  else pane.listing.fill([]);
  if (!shown) pane.listing.text = "";
  goToCode(pane);
}

const CODE_BEGINS = { spirv: /= OpFunction /, llvm: /^define /, mlir: /spirv\.func @\w+\(\) /, text: /^/, assembly: /^/, ptx: /\.entry /, sass: /\/\*0000\*\// };

function goToCode(pane) {
  const shown = pane.document();
  if (shown && pane.isOpen && !chosen.pin) pane.listing.goToCode(CODE_BEGINS[shown.language]);
}

function setCounts(pane, text) {
  pane.counts.textContent = text;
  pane.counts.title = text;
}

function fileText(road) {
  return Object.entries(road.files)
    .filter(([name]) => name !== "manifest.json")
    .map(([name, bytes]) => `${name} ${bytes} bytes`)
    .join(", ");
}

function fillSizes(pane, target) {
  const sizes = roadsOf(target).map((road) => road.wave_size).filter(Boolean);
  pane.sizes.hidden = target !== "dxil" || sizes.length < 2;
  pane.sizes.replaceChildren(...sizes.map((size) => make("option", { value: size }, `${size} lanes`)));
  pane.sizes.value = chosen.dxilSize;
}

function sayings(messages) {
  return messages.map((message) => {
    const row = make("div", { class: "said" }, make("span", { class: `severity ${message.severity}` }, `${message.severity}: `), message.text, " ");
    if (message.place !== NOWHERE) {
      const place = places[message.place];
      row.append(make("button", { type: "button", onclick: () => links.pin(place) }, placeName(place)));
    }
    if (message.help) row.append(make("div", { class: "advice" }, `help: ${message.help}`));
    return row;
  });
}

function showRefusal(pane, road, title) {
  const errors = road.messages.filter((message) => message.severity === "error" || message.severity === "note");
  pane.refusal.replaceChildren(make("strong", {}, title), ...sayings(errors));
  pane.refusal.hidden = false;
}

function showGroupshared() {
  const used = document.getElementById("used");
  if (used) used.textContent = bytesText(usedBytes(roadTo(chosen.target)));
  drawGroupshared(groupshared, roadTo(chosen.target), page.groupshared_limit, (place) => links.pin(places[place]));
  markGroupshared(groupshared, chosen.pin);
}

// --- What is chosen ----------------------------------------------------------

function chooseStep(index) {
  const road = roadTo(chosen.target);
  if (index < 0 || index >= road.steps.length) return;
  chosen.step[chosen.target] = index;
  showWave();
  links.again();
  remember();
}

function chooseTarget(target) {
  chosen.target = target;
  showWave();
  showGroupshared();
  links.again();
  remember();
}

function chooseSize(size) {
  chosen.dxilSize = size;
  for (const pane of panes.filter((pane) => pane.target === "dxil")) showStage(pane);
  if (chosen.target === "dxil") {
    showWave();
    showGroupshared();
  }
  links.again();
  remember();
}

function chooseRemoved(show) {
  chosen.showRemoved = show;
  paneOf("wave").element.classList.toggle("hide-removed", !show);
  timeline.removed.checked = show;
  links.again();
}

function togglePane(pane, open = !pane.isOpen) {
  if (!open && panes.filter((other) => other.isOpen).length === 1) return;
  pane.isOpen = open;
  const isNew = open && pane.isStale;
  if (isNew) showStage(pane);
  layOut(panes);
  if (isNew) goToCode(pane);
  links.again();
  remember();
}

function toggleGroupshared() {
  groupshared.hidden = !groupshared.hidden;
  if (!groupshared.hidden) showGroupshared();
}

// --- The address keeps what is chosen, so that it can be handed on ------------

function remember() {
  if (!remember.ready) return;
  const said = new URLSearchParams();
  said.set("columns", panes.filter((pane) => pane.isOpen).map((pane) => pane.id).join("."));
  said.set("for", chosen.target);
  said.set("pass", stepOf(chosen.target));
  if (chosen.dxilSize) said.set("lanes", chosen.dxilSize);
  if (chosen.pin) said.set("at", `${chosen.pin.key}${chosen.pin.column ? `.${chosen.pin.column}` : ""}`);
  history.replaceState(null, "", `#${said}`);
}

function recall() {
  const said = new URLSearchParams(location.hash.slice(1));
  if (targets.includes(said.get("for"))) chosen.target = said.get("for");
  if (said.has("pass")) chosen.step[chosen.target] = Math.max(0, Number(said.get("pass")) || 0);
  if (roadsOf("dxil").some((road) => road.wave_size === Number(said.get("lanes")))) chosen.dxilSize = Number(said.get("lanes"));
  const [key, column] = (said.get("at") ?? "").split(".").map(Number);
  chosen.pin = key && paneOf("python").listing.lines ? { key, column: column || null } : null;
  return said.get("columns")?.split(".");
}

/** The columns that a window of this width has place for. */
function columnsThatFit() {
  const wanted = ["python", "wave", targets.includes("spirv") ? "spirv" : targets[0]];
  if (innerWidth >= 1500 && targets.includes("dxil")) wanted.push("dxil");
  if (innerWidth >= 2300) wanted.push("gpu");
  return wanted;
}

// --- Start -------------------------------------------------------------------

function showHeader() {
  document.querySelector("h1").textContent = page.kernel;
  document.getElementById("files").textContent = page.sources.map((source) => source.name).join(", ");
  document.getElementById("files").title = page.sources.map((source) => source.path).join("\n");
  const facts = document.getElementById("facts");
  for (const [name, value] of page.facts) facts.append(make("div", {}, make("dt", {}, name), make("dd", {}, value)));
  const used = page.roads.some((road) => road.groupshared.length);
  const shown = make("button", { type: "button", id: "used", title: "show or hide the picture (g)", onclick: toggleGroupshared });
  facts.append(make("div", {}, make("dt", {}, "groupshared"), make("dd", {}, used ? shown : "none")));
  groupshared.hidden = !used;
  for (const target of targets.filter((target) => target !== "mlir")) {
    const made = roadsOf(target).filter((road) => !road.failed && Object.keys(road.files).length);
    const bytes = made.map((road) => Object.entries(road.files).find(([name]) => name !== "manifest.json")?.[1] ?? 0);
    const range = bytes.length ? [...new Set([Math.min(...bytes), Math.max(...bytes)].map(roundBytes))].join(" to ") : "refused";
    facts.append(make("div", { title: made.map(fileText).join("\n") }, make("dt", {}, `${{ spirv: "SPIR-V", dxil: "DXIL", cpu: "CPU" }[target]} file${made.length > 1 ? "s" : ""}`), make("dd", {}, (made.length > 1 ? `${made.length} × ` : "") + range)));
  }
  const said = [];
  for (const message of page.roads.flatMap((road) => road.messages))
    if (!said.some((other) => other.text === message.text && other.place === message.place)) said.push(message);
  const messages = document.getElementById("messages");
  const count = said.filter((message) => message.severity !== "note").length;
  messages.hidden = count === 0;
  messages.querySelector("summary").textContent = plural(count, "message");
  messages.querySelector(".popover-body").replaceChildren(...sayings(said));
}

function showTheme(theme) {
  const button = document.getElementById("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  button.textContent = isDark ? "☀" : "☾";
  button.title = isDark ? "light colors" : "dark colors";
  button.onclick = () => showTheme(isDark ? "light" : "dark");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input, textarea")) return;
  const number = Number(event.key);
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    chooseStep(stepOf(chosen.target) + (event.key === "ArrowRight" ? 1 : -1));
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const focused = panes.find((pane) => pane.element.contains(document.activeElement) && pane.isOpen) ?? panes.find((pane) => pane.isOpen);
    focused.listing.step(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    for (const popover of document.querySelectorAll(".popover[open]")) popover.open = false;
    links.pin(null);
  } else if (number >= 1 && number <= panes.length) {
    togglePane(panes[number - 1]);
  } else if (event.key === "d") {
    chooseRemoved(!chosen.showRemoved);
  } else if (event.key === "g") {
    toggleGroupshared();
  } else if (event.key === "?") {
    document.getElementById("help").open ^= true;
  } else {
    return;
  }
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  for (const popover of document.querySelectorAll(".popover[open]")) if (!popover.contains(event.target)) popover.open = false;
});

let drawn = 0;
addEventListener("resize", () => {
  cancelAnimationFrame(drawn);
  drawn = requestAnimationFrame(() => {
    if (!groupshared.hidden) showGroupshared();
    for (const pane of panes) pane.listing.drawTicks();
  });
});

paneOf("wave").head.append(timeline.element);
timeline.removed.addEventListener("change", () => chooseRemoved(timeline.removed.checked));
document.getElementById("pane-buttons").append(...panes.map((pane) => pane.button));
for (const pane of panes) pane.button.addEventListener("click", () => togglePane(pane));
const recalled = recall();
showHeader();
showTheme(null);
for (const pane of panes) pane.isOpen = (recalled ?? columnsThatFit()).includes(pane.id);
if (!panes.some((pane) => pane.isOpen)) panes[0].isOpen = true;
showWave();
for (const pane of panes) if (pane.target) showStage(pane);
layOut(panes);
showGroupshared();
for (const pane of panes) if (pane.target) goToCode(pane);
status(null);
links.again();
remember.ready = true;
document.documentElement.dataset.ready = "true";
