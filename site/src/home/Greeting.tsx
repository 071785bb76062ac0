"use client";

import { useEffect, useRef } from "react";
import { useFirebaseAuth } from "@/auth/AuthProvider";
import { notify } from "@/ui/toast/toastStore";
import { accountTexts } from "@/texts/account";

/** Remembers for as long as the tab is open that somebody was greeted. */
const GREETED = "karst.greeted";

/** Greets whoever comes back signed in, once a visit (row 24). Signing in just now says "Welcome back!" itself. */
export function Greeting() {
  const { state } = useFirebaseAuth();
  const wasStranger = useRef(false);
  useEffect(() => {
    if (state.kind === "signedOut") wasStranger.current = true;
    if (state.kind !== "signedIn" || wasStranger.current || !isFirst()) return;
    notify({ title: accountTexts.hello(state.user.firstName) });
  }, [state]);
  return null;
}

function isFirst(): boolean {
  try {
    if (sessionStorage.getItem(GREETED)) return false;
    sessionStorage.setItem(GREETED, "yes");
    return true;
  } catch {
    return false; // without storage every page would greet
  }
}
