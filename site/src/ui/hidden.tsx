import type { ReactNode } from "react";

/** The element `hidden` of messages: text for screen readers only. */
export const hidden = (text: ReactNode) => (
  <span key="hidden" className="visually-hidden">
    {text}
  </span>
);
