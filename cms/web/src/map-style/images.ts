/** Draws the images of the basemap's labels: dots and road signs. */
import type { Map as GlMap } from "maplibre-gl";
import { PALETTES, type Palette, type Theme } from "./palette";

/** Images have twice the resolution, for phones. */
export const PIXEL_RATIO = 2;

export type DrawnImage = {
  image: ImageData;
  options: {
    pixelRatio: number;
    stretchX?: [number, number][];
    stretchY?: [number, number][];
    content?: [number, number, number, number];
  };
};

/** Draws images with `draw` when a layer first refers to their ids. An operator's style has other ids: null. */
export function addMissingImages(map: GlMap, draw: (id: string) => DrawnImage | null): void {
  map.setMissingStyleImageResolver((id) => {
    const drawn = draw(id);
    if (drawn && !map.hasImage(id)) map.addImage(id, drawn.image, drawn.options);
  });
}

/** Draws the image `id` of the basemap; null if the id is unknown. */
export function drawBasemapImage(id: string, theme: Theme): DrawnImage | null {
  const colors = PALETTES[theme];
  if (id === "ref") return drawRef(colors);
  if (id === "dot/large") return drawDot(4.2, colors);
  if (id === "dot/small") return drawDot(3.2, colors);
  return null;
}

/** Runs `draw` on a canvas of `width` × `height` CSS pixels and returns its pixels. */
export function paint(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): ImageData {
  const canvas = document.createElement("canvas");
  canvas.width = width * PIXEL_RATIO;
  canvas.height = height * PIXEL_RATIO;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser has no 2D canvas");
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

export function fillCircle(context: CanvasRenderingContext2D, radius: number, color: string) {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
}

/** The dot of a settlement; `radius` in CSS pixels. */
function drawDot(radius: number, colors: Palette): DrawnImage {
  const side = 2 * Math.ceil(radius + 1);
  const image = paint(side, side, (context) => {
    context.translate(side / 2, side / 2);
    fillCircle(context, radius, colors.textMuted);
    fillCircle(context, radius - 1.4, colors.halo);
  });
  return { image, options: { pixelRatio: PIXEL_RATIO } };
}

/** A road sign whose middle stretches to the width of its number. */
function drawRef(colors: Palette): DrawnImage {
  const side = 14;
  const image = paint(side, side, (context) => {
    context.beginPath();
    context.roundRect(1, 1, side - 2, side - 2, 4);
    context.fillStyle = colors.refFill;
    context.fill();
    context.strokeStyle = colors.refEdge;
    context.lineWidth = 1;
    context.stroke();
  });
  const middle: [number, number] = [6 * PIXEL_RATIO, 8 * PIXEL_RATIO];
  const inner = 3 * PIXEL_RATIO;
  return {
    image,
    options: {
      pixelRatio: PIXEL_RATIO,
      stretchX: [middle],
      stretchY: [middle],
      content: [inner, inner, side * PIXEL_RATIO - inner, side * PIXEL_RATIO - inner],
    },
  };
}
