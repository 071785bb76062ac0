export type { Bounds, LatLng } from "@karst/web/map-style";
