/** Draws the images of places that GL layers refer to by id: markers and clusters. */
import {
  drawBasemapImage,
  fillCircle,
  paint,
  PALETTES,
  PIXEL_RATIO,
  type DrawnImage,
  type Palette,
  type Theme,
} from "@karst/web/map-style";
import type { AlertLevel } from "@karst/client";
import { iconShapes, type Shape } from "./icons";
import { clusterRadius, parseImageId, type ImageKey } from "./markers";
import { iconColorOn } from "./markerStyle";
import { MARKER_SIZE } from "./view";

/** The radius of the badge of a place with an alert, in CSS pixels. */
const BADGE_RADIUS = 8;
/** Space around a marker for its shadow, in CSS pixels. */
const SHADOW_MARGIN = 4;

/** Draws the image `id`, also one of the basemap; null if the id is unknown (an operator's style has images of its own). */
export function drawImage(id: string, theme: Theme): DrawnImage | null {
  const key = parseImageId(id);
  if (!key) return drawBasemapImage(id, theme);
  const colors = PALETTES[theme];
  const radius = key.kind === "cluster" ? clusterRadius(key.size) : MARKER_SIZE / 2;
  const side = 2 * (radius + SHADOW_MARGIN);
  const image = paint(side, side, (context) => {
    context.translate(side / 2, side / 2);
    if (key.kind === "cluster") drawCluster(context, radius, colors);
    else drawMarker(context, radius, key, colors);
  });
  return { image, options: { pixelRatio: PIXEL_RATIO } };
}

function setShadow(context: CanvasRenderingContext2D) {
  context.shadowColor = "rgb(15 22 19 / 0.35)";
  context.shadowBlur = 3 * PIXEL_RATIO;
  context.shadowOffsetY = 1 * PIXEL_RATIO;
}

function drawMarker(
  context: CanvasRenderingContext2D,
  radius: number,
  { icon, color, alert }: ImageKey & { kind: "marker" },
  colors: Palette,
) {
  context.save();
  setShadow(context);
  fillCircle(context, radius, colors.markerOutline);
  context.restore();
  fillCircle(context, radius - 2, color);
  if (alert) drawBadge(context, radius, alert, colors);
  const size = radius * 1.06;
  context.translate(-size / 2, -size / 2);
  context.scale(size / 24, size / 24);
  context.strokeStyle = iconColorOn(color);
  context.lineWidth = 2.1;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const shape of iconShapes(icon)) context.stroke(shapePath(shape));
}

/** A small disc at the upper right, with a cross for a closed place and an exclamation mark otherwise. */
function drawBadge(context: CanvasRenderingContext2D, radius: number, alert: AlertLevel, colors: Palette) {
  const isSevere = alert === "closed" || alert === "danger";
  context.save();
  context.translate(radius * 0.62, -radius * 0.62);
  fillCircle(context, BADGE_RADIUS, colors.markerOutline);
  fillCircle(context, BADGE_RADIUS - 1.5, isSevere ? colors.alert : colors.notice);
  context.strokeStyle = isSevere ? colors.alertText : colors.noticeText;
  context.lineWidth = 2;
  context.lineCap = "round";
  const arm = BADGE_RADIUS * 0.36;
  const lines =
    alert === "closed"
      ? [
          [-arm, -arm, arm, arm],
          [-arm, arm, arm, -arm],
        ]
      : [
          [0, -arm * 1.2, 0, arm * 0.3],
          [0, arm * 1.25, 0, arm * 1.3],
        ];
  for (const [fromX, fromY, toX, toY] of lines) {
    context.beginPath();
    context.moveTo(fromX!, fromY!);
    context.lineTo(toX!, toY!);
    context.stroke();
  }
  context.restore();
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
