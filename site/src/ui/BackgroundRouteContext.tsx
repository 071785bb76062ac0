"use client";

import { createContext, use, type ReactNode } from "react";
import { useSelectedLayoutSegment } from "next/navigation";

const Beneath = createContext<string | null>(null);

/** The first part of the address of the page that lies under a dialog: "guestbook"; null for Home. */
export function useBackgroundSegment(): string | null {
  return use(Beneath);
}

/** Tells what is inside which page it lies over. Must stand in the root layout: only there can it be known. */
export function BackgroundRouteProvider({ children }: { children: ReactNode }) {
  return <Beneath value={useSelectedLayoutSegment()}>{children}</Beneath>;
}
