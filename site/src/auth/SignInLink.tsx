"use client";

import type { MouseEvent, ReactNode } from "react";
import { usePathname } from "next/navigation";
import { loginPath } from "@/lib/paths";
import { useFirebaseAuth } from "./AuthProvider";

type Props = { className?: string; onOpen?: () => void; children: ReactNode };

/** Opens the sign-in dialog. Without scripts or in a new tab it leads to the server's sign-in page. */
export function SignInLink({ className, onOpen, children }: Props) {
  const { state, isDialogLoading, preloadDialog, openSignInDialog } = useFirebaseAuth();
  const pathname = usePathname();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen?.();
    openSignInDialog();
  };
  return (
    <a
      className={className}
      href={loginPath(pathname)}
      // A plain link until the page is hydrated; from then on it opens a dialog.
      aria-haspopup={state.kind === "loading" ? undefined : "dialog"}
      aria-busy={isDialogLoading}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      onClick={open}
    >
      {children}
    </a>
  );
}
