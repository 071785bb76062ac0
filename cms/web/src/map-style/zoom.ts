import type { ExpressionSpecification } from "maplibre-gl";

/** Interpolates between zoom levels: `byZoom([8, 1], [14, 4])` is 1 at zoom 8, 2 at zoom 10, 4 at zoom 14. */
export function byZoom(
  ...stops: [zoom: number, value: number | ExpressionSpecification][]
): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], ...stops.flat()] as ExpressionSpecification;
}
