"use client";

import { createContext, use, type ReactNode } from "react";
import { useSelectedLayoutSegment } from "next/navigation";

const BackgroundSegment = createContext<string | null>(null);

/** The first path segment of the page under a dialog, such as "guestbook"; null for Home. */
export function useBackgroundSegment(): string | null {
  return use(BackgroundSegment);
}

/** Provides the segment of the page under the dialogs in `children`. Only the root layout knows it. */
export function BackgroundRouteProvider({ children }: { children: ReactNode }) {
  return <BackgroundSegment value={useSelectedLayoutSegment()}>{children}</BackgroundSegment>;
}
