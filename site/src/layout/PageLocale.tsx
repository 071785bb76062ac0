"use client";

import type { ReactNode } from "react";
import { setPageLocale } from "@karst/web/messages";

/** Sets the language of all messages that its content renders in the browser. */
export function PageLocale({ locale, children }: { locale: string; children: ReactNode }) {
  if (typeof document !== "undefined") setPageLocale(locale);
  return children;
}
