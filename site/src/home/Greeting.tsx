"use client";

import { useEffect, useRef } from "react";
import { useFirebaseAuth } from "@/auth/AuthProvider";
import { isolateBidi } from "@/lib/bidi";
import { notify } from "@/ui/toast/toastStore";
import { t } from "@/messages/session.gen";

/** The session storage key: one greeting per tab. */
const GREETED_KEY = "karst.greeted";

/** Greets accounts that arrive signed in, once per visit (R24). A sign-in on the page has its own toast. */
export function Greeting() {
  const { state } = useFirebaseAuth();
  const wasSignedOut = useRef(false);
  useEffect(() => {
    if (state.kind === "signedOut") wasSignedOut.current = true;
    if (state.kind !== "signedIn" || wasSignedOut.current || !markGreeted()) return;
    const { firstName } = state.user;
    notify({ title: firstName ? t("hello", { name: isolateBidi(firstName) }) : t("helloThere") });
  }, [state]);
  return null;
}

/** Records the greeting; false if this tab already had one. */
function markGreeted(): boolean {
  try {
    if (sessionStorage.getItem(GREETED_KEY)) return false;
    sessionStorage.setItem(GREETED_KEY, "yes");
    return true;
  } catch {
    return false; // without storage every page view would greet again
  }
}
