"use client";

import type { Map as GlMap } from "maplibre-gl";
import { useCallback, useEffect, useEffectEvent, useState, type RefObject } from "react";
import type { MapPlan } from "./createMap";
import { familyOf, fontsReady } from "./fonts";
import type { Theme } from "./palette";
import { mapEngine, type Engine } from "./loader";

/** loading: the library is on its way; initializing: until the first full picture; then ready, or failed. */
export type Phase = "loading" | "initializing" | "ready" | "failed";

export type LiveMap = { map: GlMap; engine: Engine };

/** Adds sources and layers. Called after each style has loaded: at first, and when the theme turns. */
export type Dress = (live: LiveMap & { theme: Theme; family: string }) => void;

export type MapStage = {
  phase: Phase;
  /** Present from "initializing" on. */
  live: LiveMap | null;
  /** The browser has no WebGL: trying again will not help, and the network is not to blame. */
  cannotDraw: boolean;
  retry: () => void;
};

/** Loads the library once `wanted`, and keeps one map in `container` until the component goes. */
export function useMap(
  container: RefObject<HTMLElement | null>,
  wanted: boolean,
  plan: Pick<MapPlan, "center" | "zoom" | "styleUrl" | "options"> & { dress: Dress },
): MapStage {
  const [phase, setPhase] = useState<Phase>("loading");
  const [live, setLive] = useState<LiveMap | null>(null);
  const [cannotDraw, setCannotDraw] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const dress = useEffectEvent(plan.dress);
  /** Makes the map with the newest plan; later plans do not make another. */
  const begin = useEffectEvent((engine: Engine, element: HTMLElement) => {
    const made = engine.createMap({
      ...plan,
      // Through the event, so that a dressing after a change of theme sees the newest places.
      dress: (map, theme, family) => dress({ map, engine, theme, family }),
      container: element,
      onReady: () => setPhase("ready"),
      onFailure: () => setPhase("failed"),
    });
    setPhase("initializing");
    setLive({ map: made.map, engine });
    return made.remove;
  });

  useEffect(() => {
    const element = container.current;
    if (!wanted || !element) return;
    let gone = false;
    let remove = () => {};
    const start = async () => {
      const engine = await mapEngine.load();
      await fontsReady(familyOf(element));
      if (gone) return;
      try {
        remove = begin(engine, element);
      } catch (error) {
        setCannotDraw(true);
        throw error;
      }
    };
    start().catch((error: unknown) => {
      if (gone) return;
      console.error("The map could not be started", error);
      setPhase("failed");
    });
    return () => {
      gone = true;
      remove();
      setLive(null);
    };
  }, [attempt, container, wanted]);

  const retry = useCallback(() => {
    setPhase("loading");
    setCannotDraw(false);
    setAttempt((count) => count + 1);
  }, []);

  return { phase, live, cannotDraw, retry };
}
