"use client";

import type { Map as GlMap } from "maplibre-gl";
import { useCallback, useEffect, useEffectEvent, useState, type RefObject } from "react";
import { fontFamilyOf, loadFonts } from "@karst/web/map-fonts";
import type { Theme } from "@karst/web/map-style";
import type { CreateMapOptions } from "./createMap";
import { loadBundle, type MaplibreBundle } from "./loader";

/** The library loads; the map renders its first frame ("initializing"); the map is ready or has failed. */
export type Phase = "loading" | "initializing" | "ready" | "failed";

export type LoadedMap = { map: GlMap; bundle: MaplibreBundle };

/** Adds sources and layers. Called after each style has loaded: at first, and after a change of theme. */
export type OnStyleLoad = (loadedMap: LoadedMap & { theme: Theme; family: string }) => void;

type MapState = {
  phase: Phase;
  /** Null while the library loads. */
  loadedMap: LoadedMap | null;
  /** The browser has no WebGL, so a retry does not help. */
  isUnsupported: boolean;
  retry: () => void;
};

/** Loads the library and keeps a map in `container` until the component unmounts. */
export function useMap(
  container: RefObject<HTMLElement | null>,
  options: Pick<CreateMapOptions, "center" | "zoom" | "styleUrl" | "mapOptions"> & {
    onStyleLoad: OnStyleLoad;
  },
): MapState {
  const [phase, setPhase] = useState<Phase>("loading");
  const [loadedMap, setLoadedMap] = useState<LoadedMap | null>(null);
  const [isUnsupported, setUnsupported] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const onStyleLoad = useEffectEvent(options.onStyleLoad);
  /** Uses the current options; later changes of them do not create another map. */
  const create = useEffectEvent((bundle: MaplibreBundle, element: HTMLElement) => {
    const { map, remove } = bundle.createMap({
      ...options,
      // An effect event, so that it sees the current places after a change of theme.
      onStyleLoad: (map, theme, family) => onStyleLoad({ map, bundle, theme, family }),
      container: element,
      onReady: () => setPhase("ready"),
      onFailure: () => setPhase("failed"),
    });
    setPhase("initializing");
    setLoadedMap({ map, bundle });
    return remove;
  });

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let isUnmounted = false;
    let remove = () => {};
    const start = async () => {
      const bundle = await loadBundle();
      await loadFonts(fontFamilyOf(element));
      if (isUnmounted) return;
      try {
        remove = create(bundle, element);
      } catch (error) {
        setUnsupported(true);
        throw error;
      }
    };
    start().catch((error: unknown) => {
      if (isUnmounted) return;
      console.error("The map could not be started", error);
      setPhase("failed");
    });
    return () => {
      isUnmounted = true;
      remove();
      setLoadedMap(null);
    };
  }, [attempt, container]);

  const retry = useCallback(() => {
    setPhase("loading");
    setUnsupported(false);
    setAttempt((count) => count + 1);
  }, []);

  return { phase, loadedMap, isUnsupported, retry };
}
