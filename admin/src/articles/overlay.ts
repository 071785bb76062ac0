import type { Overlay } from "@karst/web/map-style";
import { t } from "../messages/articles.gen";

/** The result of parsing an overlay: its geometry with a summary, an error message, or nothing. */
export type ParsedOverlay =
  | { overlay: Overlay; summary: string; error?: undefined }
  | { overlay: null; summary?: undefined; error: string }
  | { overlay: null; summary?: undefined; error?: undefined };

/** Parses GeoJSON (RFC 7946) for immediate feedback; the server validates it again. */
export function parseOverlay(text: string): ParsedOverlay {
  if (text.trim() === "") return { overlay: null };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { overlay: null, error: syntaxError(error, text) };
  }
  const found = { types: new Map<string, number>(), points: 0 };
  const problem = findError(parsed, found, 0);
  if (problem) return { overlay: null, error: problem };
  const shapes = [...found.types].map(([type, count]) => t("overlay.shape", { type, count })).join(", ");
  return { overlay: parsed as Overlay, summary: t("overlay.drawn", { shapes, count: found.points }) };
}

/** The overlay for the request; invalid JSON is passed on as text, so that validation rejects it. */
export function overlayOf(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface Found {
  types: Map<string, number>;
  points: number;
}

/** The nesting depth of the positions of each geometry type. */
const DEPTH: Record<string, number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};
const MAX_DEPTH = 8;

function findError(part: unknown, found: Found, level: number): string | null {
  if (level > MAX_DEPTH) return t("overlay.nested");
  if (typeof part !== "object" || part === null || Array.isArray(part)) return t("overlay.notAnObject");
  const { type, features, geometry, geometries, coordinates } = part as Record<string, unknown>;
  if (typeof type !== "string") return t("overlay.noType");
  if (type === "FeatureCollection")
    return inAll(features, t("overlay.missingMember", { type, member: "features" }), found, level);
  if (type === "GeometryCollection")
    return inAll(geometries, t("overlay.missingMember", { type, member: "geometries" }), found, level);
  if (type === "Feature") {
    if (geometry === undefined) return t("overlay.missingMember", { type, member: "geometry" });
    return geometry === null ? null : findError(geometry, found, level + 1);
  }
  const depth = DEPTH[type];
  if (depth === undefined) return t("overlay.unknownType", { type });
  if (!Array.isArray(coordinates)) return t("overlay.missingMember", { type, member: "coordinates" });
  found.types.set(type, (found.types.get(type) ?? 0) + 1);
  return inPositions(coordinates, depth, found) ?? shapeOf(type, coordinates);
}

function inAll(parts: unknown, missing: string, found: Found, level: number): string | null {
  if (!Array.isArray(parts)) return missing;
  for (const part of parts) {
    const error = findError(part, found, level + 1);
    if (error) return error;
  }
  return null;
}

function inPositions(parts: unknown, depth: number, found: Found): string | null {
  if (!Array.isArray(parts)) return t("overlay.position", { position: JSON.stringify(parts) });
  if (depth === 0) {
    found.points += 1;
    return inPosition(parts);
  }
  for (const part of parts) {
    const error = inPositions(part, depth - 1, found);
    if (error) return error;
  }
  return null;
}

function inPosition(position: unknown[]): string | null {
  const text = `[${position.slice(0, 4).map(String).join(", ")}]`;
  const [longitude, latitude] = position;
  const isNumeric = position.every((part) => typeof part === "number" && Number.isFinite(part));
  if (!isNumeric || typeof longitude !== "number" || typeof latitude !== "number" || position.length > 3)
    return t("overlay.position", { position: text });
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return null;
  return Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180
    ? t("overlay.swapped", { position: text })
    : t("overlay.position", { position: text });
}

/** Checks that lines and rings are long enough and that rings are closed. */
function shapeOf(type: string, coordinates: unknown[]): string | null {
  const lists = (depth: number) => (depth === 0 ? [coordinates] : coordinates.flat(depth - 1)) as unknown[][];
  switch (type) {
    case "LineString":
    case "MultiLineString":
      return lists(type === "LineString" ? 0 : 1).every((line) => line.length >= 2)
        ? null
        : t("overlay.line");
    case "Polygon":
    case "MultiPolygon":
      return lists(type === "Polygon" ? 1 : 2).every(isRing) ? null : t("overlay.ring");
    default:
      return null;
  }
}

const isRing = (ring: unknown[]): boolean =>
  ring.length >= 4 && JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1));

/** The message of a JSON syntax error, with its line if the browser gives one. */
function syntaxError(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : "";
  const position = /position (\d+)/.exec(message)?.[1];
  const line =
    /line (\d+)/.exec(message)?.[1] ?? (position && text.slice(0, Number(position)).split("\n").length);
  return line ? t("overlay.syntaxAtLine", { line: Number(line) }) : t("overlay.syntax");
}
