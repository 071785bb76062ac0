/** A point on the earth, in degrees (WGS 84). */
export type LatLng = { latitude: number; longitude: number };

/** In degrees. Where west is greater than east, the bounds cross the date line (RFC 7946, 5.2). */
export type Bounds = [west: number, south: number, east: number, north: number];
