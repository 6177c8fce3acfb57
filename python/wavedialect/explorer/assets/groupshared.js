// Groupshared memory as a picture: what is used of the limit, and below, larger, each array to scale.

const SVG = "http://www.w3.org/2000/svg";

function draw(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function bytesText(bytes) {
  return bytes >= 1024 && bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} B`;
}

function roundBytes(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KiB`;
}

function usedBytes(road) {
  const last = road.groupshared[road.groupshared.length - 1];
  return last ? last.offset + last.bytes : 0;
}

/** Draws the arrays of a road; `onPick(place)` is told of a click on one. */
function drawGroupshared(section, road, limit, onPick) {
  const arrays = road.groupshared;
  const total = usedBytes(road);
  const share = (100 * total) / limit;
  const title = make(
    "div",
    { class: "title" },
    make("h2", {}, "Groupshared memory"),
    make("span", {}, `${bytesText(total)} of ${bytesText(limit)}, ${share < 10 ? share.toPrecision(2) : Math.round(share)} %`),
    make("span", {}, `for ${roadNames[road.target]}${road.wave_size ? `, ${road.wave_size} lanes` : ", as long as the largest wave needs"}; in the order of the program, a driver may choose another`),
  );
  section.replaceChildren(title);
  if (!total) return;
  const width = Math.max(section.clientWidth - 28, 300);
  const svg = draw("svg", { viewBox: `0 0 ${width} 74`, height: 74, role: "img", "aria-label": "arrays to scale" });
  section.append(svg);
  const toLimit = (bytes) => (width * bytes) / limit;
  const toTotal = (bytes) => (width * bytes) / total;

  svg.append(draw("rect", { class: "limit", x: 0.5, y: 0.5, width: width - 1, height: 8 }));
  svg.append(draw("rect", { class: "used", x: 0, y: 0.5, width: toLimit(total), height: 8 }));
  svg.append(draw("polygon", { class: "zoom", points: `0,9 ${toLimit(total)},9 ${width},20 0,20` }));
  let end = 0;
  for (const [number, array] of arrays.entries()) {
    if (array.offset > end)
      svg.append(draw("rect", { class: "padding", x: toTotal(end), y: 20.5, width: toTotal(array.offset - end), height: 38 }));
    end = array.offset + array.bytes;
    const x = toTotal(array.offset);
    const boxWidth = toTotal(array.bytes);
    const group = draw("g", { class: "array", tabindex: "0", role: "button", "data-bytes": array.bytes, "data-number": number, "data-place": array.place });
    const name = array.name || "made by the compiler";
    const size = `${array.elements} × ${array.type}, ${bytesText(array.bytes)}`;
    group.append(draw("title", {}, `${name}: ${size}, at byte ${array.offset}`));
    group.append(draw("rect", { x: x + 0.5, y: 20.5, width: Math.max(boxWidth - 1, 1), height: 38, rx: 2 }));
    const cell = boxWidth / array.elements;
    if (cell >= 5)
      for (let i = 1; i < array.elements; ++i)
        group.append(draw("line", { class: "cell", x1: x + i * cell, x2: x + i * cell, y1: 21, y2: 58 }));
    const shown = [name, array.name || "compiler's"].find((text) => boxWidth > 7.5 * text.length + 14);
    if (shown) group.append(draw("text", { class: "name", x: x + 8, y: 36 }, shown));
    if (boxWidth > 7 * size.length + 8) group.append(draw("text", { class: "size", x: x + 8, y: 51 }, size));
    const pick = () => array.place !== NOWHERE && onPick(array.place);
    group.addEventListener("click", pick);
    group.addEventListener("keydown", (event) => event.key === "Enter" && pick());
    svg.append(group);
    svg.append(draw("text", { class: "size", x: x + 2, y: 71 }, `${array.offset}`));
  }
  svg.append(draw("text", { class: "size", x: width - 2, y: 71, "text-anchor": "end" }, `${total}`));
}

function markGroupshared(section, pin) {
  for (const group of section.querySelectorAll(".array")) {
    const place = places[group.dataset.place];
    group.classList.toggle("pin", Boolean(pin && place && place.key === pin.key));
  }
}
