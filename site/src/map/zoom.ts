import type { ExpressionSpecification } from "maplibre-gl";

/** A value that grows evenly between zoom levels: `byZoom([8, 1], [14, 4])` is 1 at zoom 8, 4 at zoom 14, 2 at 10. */
export function byZoom(
  ...stops: [zoom: number, value: number | ExpressionSpecification][]
): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], ...stops.flat()] as ExpressionSpecification;
}
