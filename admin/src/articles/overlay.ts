import type { Overlay } from "@karst/web/map-style";
import { words } from "./words";

const say = words.overlay;

/** What the text of an overlay says: something to draw and how much it is, a fault in words, or nothing. */
export type Read =
  | { overlay: Overlay; told: string; fault?: undefined }
  | { overlay: null; told?: undefined; fault: string }
  | { overlay: null; told?: undefined; fault?: undefined };

/** Reads GeoJSON (RFC 7946) as it is typed. The server decides again; this says at once what is wrong, and where. */
export function readOverlay(text: string): Read {
  if (text.trim() === "") return { overlay: null };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { overlay: null, fault: say.syntax(lineOf(error, text)) };
  }
  const found = { kinds: new Map<string, number>(), points: 0 };
  const fault = faultIn(parsed, found, 0);
  if (fault) return { overlay: null, fault };
  const kinds = [...found.kinds].map(([kind, count]) => (count === 1 ? kind : `${count} × ${kind}`));
  return { overlay: parsed as Overlay, told: say.told([...kinds, say.points(found.points)].join(", ")) };
}

/** The text as the API takes it: what is no JSON is passed on, so that the contract's sentence is about it. */
export function overlayOf(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface Found {
  kinds: Map<string, number>;
  points: number;
}

/** How deep the numbers of each kind of geometry are. */
const DEPTH: Record<string, number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};
const DEEPEST = 8;

function faultIn(part: unknown, found: Found, level: number): string | null {
  if (level > DEEPEST) return say.deep;
  if (typeof part !== "object" || part === null || Array.isArray(part)) return say.object;
  const { type, features, geometry, geometries, coordinates } = part as Record<string, unknown>;
  if (typeof type !== "string") return say.noType;
  if (type === "FeatureCollection") return inAll(features, say.members(type, "features"), found, level);
  if (type === "GeometryCollection") return inAll(geometries, say.members(type, "geometries"), found, level);
  if (type === "Feature") {
    if (geometry === undefined) return say.members(type, "geometry");
    return geometry === null ? null : faultIn(geometry, found, level + 1);
  }
  const depth = DEPTH[type];
  if (depth === undefined) return say.type(type);
  if (!Array.isArray(coordinates)) return say.members(type, "coordinates");
  found.kinds.set(type, (found.kinds.get(type) ?? 0) + 1);
  return inPositions(coordinates, depth, found) ?? shapeOf(type, coordinates);
}

function inAll(parts: unknown, missing: string, found: Found, level: number): string | null {
  if (!Array.isArray(parts)) return missing;
  for (const part of parts) {
    const fault = faultIn(part, found, level + 1);
    if (fault) return fault;
  }
  return null;
}

function inPositions(parts: unknown, depth: number, found: Found): string | null {
  if (!Array.isArray(parts)) return say.position(JSON.stringify(parts));
  if (depth === 0) {
    found.points += 1;
    return inPosition(parts);
  }
  for (const part of parts) {
    const fault = inPositions(part, depth - 1, found);
    if (fault) return fault;
  }
  return null;
}

function inPosition(position: unknown[]): string | null {
  const text = `[${position.slice(0, 4).map(String).join(", ")}]`;
  const [longitude, latitude] = position;
  const isNumeric = position.every((part) => typeof part === "number" && Number.isFinite(part));
  if (!isNumeric || typeof longitude !== "number" || typeof latitude !== "number" || position.length > 3)
    return say.position(text);
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return null;
  return Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180 ? say.swapped(text) : say.position(text);
}

/** Whether lines and rings are long enough, and rings closed. */
function shapeOf(type: string, coordinates: unknown[]): string | null {
  const lists = (depth: number) => (depth === 0 ? [coordinates] : coordinates.flat(depth - 1)) as unknown[][];
  switch (type) {
    case "LineString":
    case "MultiLineString":
      return lists(type === "LineString" ? 0 : 1).every((line) => line.length >= 2) ? null : say.line2;
    case "Polygon":
    case "MultiPolygon":
      return lists(type === "Polygon" ? 1 : 2).every(isRing) ? null : say.ring;
    default:
      return null;
  }
}

const isRing = (ring: unknown[]): boolean =>
  ring.length >= 4 && JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1));

/** Where JSON breaks off, as far as the browser says so. */
function lineOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : "";
  const line = /line (\d+)/.exec(message)?.[1];
  if (line) return say.line(Number(line));
  const position = /position (\d+)/.exec(message)?.[1];
  return position ? say.line(text.slice(0, Number(position)).split("\n").length) : "";
}
