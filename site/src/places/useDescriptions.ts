"use client";

import { useCallback, useRef, useState } from "react";
import type { PlaceResponse } from "@karst/client";
import { getJson } from "@/api/browser";

/**
 * The whole descriptions by place id, for the search. Cards carry only their beginning; the rest is fetched when
 * someone is about to search. Until then, and when it cannot be had, the search makes do with the beginnings.
 */
export function useDescriptions(): {
  descriptions: ReadonlyMap<number, string> | undefined;
  prepare: () => void;
} {
  const [descriptions, setDescriptions] = useState<ReadonlyMap<number, string>>();
  const isAsked = useRef(false);
  const prepare = useCallback(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    getJson<Pick<PlaceResponse, "id" | "description">[]>(
      "/api/businesses?limit=1000&fields=id,description",
    ).then(
      (places) => setDescriptions(new Map(places.map(({ id, description }) => [id, description ?? ""]))),
      (error: unknown) => {
        isAsked.current = false; // the next search may try again
        console.warn("Searching without whole descriptions", error);
      },
    );
  }, []);
  return { descriptions, prepare };
}
