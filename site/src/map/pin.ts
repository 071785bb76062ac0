/** The highlighted place's marker, the only one that is an element of the page (decisions §7). */
import type { MapPlace } from "./feed";
import { iconShapes } from "./icons";
import styles from "./Map.module.css";
import { inkOn } from "./markerStyle";

const SVG = "http://www.w3.org/2000/svg";

/** A button named after the place, with its name under it: 48 px with a lantern ring (row 56). */
export function pinElement({ name, icon, color }: MapPlace, onOpen: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = styles.pin ?? "";
  button.style.setProperty("--pin", color);
  button.style.setProperty("--pin-ink", inkOn(color));
  button.setAttribute("aria-label", name);
  const tag = document.createElement("span");
  tag.className = styles.pinName ?? "";
  tag.textContent = name;
  tag.dir = "auto";
  button.append(iconElement(icon), tag);
  button.addEventListener("click", (event) => {
    event.stopPropagation(); // else the map would take it for a tap on what lies beneath
    onOpen();
  });
  // A tap that follows the one on the marker beneath is no double tap on the map, which would zoom and swallow it.
  for (const touch of ["touchstart", "touchend"] as const)
    button.addEventListener(touch, (event) => event.stopPropagation(), { passive: true });
  return button;
}

/** The icon as an SVG that strokes in the colour of its text. */
function iconElement(icon: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  for (const [tag, attributes] of iconShapes(icon)) {
    const shape = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    svg.append(shape);
  }
  return svg;
}
