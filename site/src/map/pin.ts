/** The marker of the highlighted place. It is an element, so it takes part in keyboard navigation; the others are GL symbols. */
import { levelLabel } from "@karst/web/alerts";
import type { MapPlace } from "./feed";
import { iconShapes } from "./icons";
import styles from "./Map.module.css";
import { iconColorOn } from "./markerStyle";

const SVG = "http://www.w3.org/2000/svg";

/** A button with the name of the place below it. R56 */
export function pinElement({ name, icon, color, alert }: MapPlace, onOpen: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = styles.pin ?? "";
  button.style.setProperty("--pin-color", color);
  button.style.setProperty("--pin-text-color", iconColorOn(color));
  const title = alert ? `${levelLabel(alert)} · ${name}` : name;
  button.setAttribute("aria-label", title);
  const label = document.createElement("span");
  label.className = styles.pinName ?? "";
  label.textContent = title;
  label.dir = "auto";
  button.append(iconElement(icon), label);
  button.addEventListener("click", (event) => {
    event.stopPropagation(); // otherwise the map handles it as a click on the layers below
    onOpen();
  });
  // Otherwise the map takes this tap and the one on the marker below for a double tap, and zooms.
  for (const touch of ["touchstart", "touchend"] as const)
    button.addEventListener(touch, (event) => event.stopPropagation(), { passive: true });
  return button;
}

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
