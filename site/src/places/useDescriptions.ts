"use client";

import { useCallback, useRef, useState } from "react";
import type { PlaceResponse } from "@karst/client";
import { getJson } from "@/api/browser";

/**
 * The full descriptions by place id, for the search. Cards have only their beginnings, which the search uses until
 * `loadDescriptions` has succeeded.
 */
export function useDescriptions(): {
  descriptions: ReadonlyMap<number, string> | undefined;
  loadDescriptions: () => void;
} {
  const [descriptions, setDescriptions] = useState<ReadonlyMap<number, string>>();
  const isRequested = useRef(false);
  const loadDescriptions = useCallback(() => {
    if (isRequested.current) return;
    isRequested.current = true;
    getJson<Pick<PlaceResponse, "id" | "description">[]>(
      "/api/businesses?limit=1000&fields=id,description",
    ).then(
      (places) => setDescriptions(new Map(places.map(({ id, description }) => [id, description ?? ""]))),
      (error: unknown) => {
        isRequested.current = false; // the next search tries again
        console.warn("Searching without full descriptions", error);
      },
    );
  }, []);
  return { descriptions, loadDescriptions };
}
