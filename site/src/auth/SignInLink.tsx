"use client";

import type { MouseEvent, ReactNode } from "react";
import { usePathname } from "next/navigation";
import { loginPath } from "@/lib/paths";
import { useFirebaseAuth } from "./AuthProvider";

type Props = { className?: string; onUse?: () => void; children: ReactNode };

/** Opens the sign-in dialog; without scripts, or in a new tab, it leads to the page that does the same. */
export function SignInLink({ className, onUse, children }: Props) {
  const { state, isOpening, prepare, askToSignIn } = useFirebaseAuth();
  const pathname = usePathname();
  const ask = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onUse?.();
    askToSignIn();
  };
  return (
    <a
      className={className}
      href={loginPath(pathname)}
      // A plain link until scripts run: then the state is known, and a dialog opens.
      aria-haspopup={state.kind === "loading" ? undefined : "dialog"}
      aria-busy={isOpening}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={ask}
    >
      {children}
    </a>
  );
}
