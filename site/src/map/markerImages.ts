/** Draws the images that GL layers refer to by id: markers, clusters, road signs. */
import { iconShapes, type Shape } from "./icons";
import { clusterRadius, parseImageId, type ImageKey } from "./markers";
import { PALETTES, type Palette, type Theme } from "./palette";
import { iconColorOn } from "./markerStyle";
import { MARKER_SIZE } from "./view";

/** Images have twice the resolution, for phones. */
const PIXEL_RATIO = 2;

/** Space around a marker for its shadow, in CSS pixels. */
const SHADOW_MARGIN = 4;

export type DrawnImage = {
  image: ImageData;
  options: {
    pixelRatio: number;
    stretchX?: [number, number][];
    stretchY?: [number, number][];
    content?: [number, number, number, number];
  };
};

/** Draws the image `id`; null if the id is unknown (an operator's style has images of its own). */
export function drawImage(id: string, theme: Theme): DrawnImage | null {
  const key = parseImageId(id);
  if (!key) return null;
  const colors = PALETTES[theme];
  if (key.kind === "ref") return drawRef(colors);
  if (key.kind === "dot") return drawDot(key.size === "large" ? 4.2 : 3.2, colors);
  const radius = key.kind === "cluster" ? clusterRadius(key.size) : MARKER_SIZE / 2;
  const side = 2 * (radius + SHADOW_MARGIN);
  const image = paint(side, side, (context) => {
    context.translate(side / 2, side / 2);
    if (key.kind === "cluster") drawCluster(context, radius, colors);
    else drawMarker(context, radius, key, colors);
  });
  return { image, options: { pixelRatio: PIXEL_RATIO } };
}

/** Runs `draw` on a canvas of `width` × `height` CSS pixels and returns its pixels. */
function paint(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): ImageData {
  const canvas = document.createElement("canvas");
  canvas.width = width * PIXEL_RATIO;
  canvas.height = height * PIXEL_RATIO;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser has no 2D canvas");
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function fillCircle(context: CanvasRenderingContext2D, radius: number, color: string) {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
}

function setShadow(context: CanvasRenderingContext2D) {
  context.shadowColor = "rgb(15 22 19 / 0.35)";
  context.shadowBlur = 3 * PIXEL_RATIO;
  context.shadowOffsetY = 1 * PIXEL_RATIO;
}

function drawMarker(
  context: CanvasRenderingContext2D,
  radius: number,
  { icon, color }: ImageKey & { kind: "marker" },
  colors: Palette,
) {
  context.save();
  setShadow(context);
  fillCircle(context, radius, colors.markerOutline);
  context.restore();
  fillCircle(context, radius - 2, color);
  const size = radius * 1.06;
  context.translate(-size / 2, -size / 2);
  context.scale(size / 24, size / 24);
  context.strokeStyle = iconColorOn(color);
  context.lineWidth = 2.1;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const shape of iconShapes(icon)) context.stroke(shapePath(shape));
}

/** A disc with an outline and a pale ring. */
function drawCluster(context: CanvasRenderingContext2D, radius: number, colors: Palette) {
  context.globalAlpha = 0.24;
  fillCircle(context, radius, colors.cluster);
  context.globalAlpha = 1;
  context.save();
  setShadow(context);
  fillCircle(context, radius - 4, colors.clusterOutline);
  context.restore();
  fillCircle(context, radius - 6, colors.cluster);
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

/** Converts an SVG shape to a canvas path. Lucide uses only these elements. */
function shapePath([tag, attributes]: Shape): Path2D {
  const number = (name: string) => Number(attributes[name] ?? 0);
  if (tag === "path") return new Path2D(attributes.d);
  const path = new Path2D();
  if (tag === "circle") path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
  else if (tag === "ellipse")
    path.ellipse(number("cx"), number("cy"), number("rx"), number("ry"), 0, 0, 2 * Math.PI);
  else if (tag === "rect")
    path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
  else if (tag === "line") {
    path.moveTo(number("x1"), number("y1"));
    path.lineTo(number("x2"), number("y2"));
  } else if (tag === "polyline" || tag === "polygon") {
    for (const [, x, y] of (attributes.points ?? "").matchAll(/([-\d.]+)[\s,]+([-\d.]+)/g)) {
      path.lineTo(Number(x), Number(y));
    }
    if (tag === "polygon") path.closePath();
  }
  return path;
}
