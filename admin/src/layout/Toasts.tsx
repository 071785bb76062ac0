import UndoOutlined from "@mui/icons-material/UndoOutlined";
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Link,
  useMediaQuery,
  type SnackbarCloseReason,
  type Theme,
} from "@mui/material";
import type { Warning } from "@karst/client";
import { useEffect, useRef, useState, type ReactNode } from "react";
import {
  HttpError,
  Notification,
  useCloseNotification,
  useNotificationContext,
  useNotify,
} from "react-admin";
import { useLocation } from "react-router-dom";
import { useKeys } from "../keys/useKeys";
import { t as tCommon } from "../messages/common.gen";
import { t as tKeys } from "../messages/keys.gen";
import { t } from "../messages/layout.gen";
import { t as tLogin } from "../messages/login.gen";
import { focusMain } from "./focusMain";

const SHOWN_MS = 5000;
/** Long enough to read a reason and copy a request's id. */
const FAILURE_MS = 12_000;
/** Long enough to see what has become of it, and think better. */
const UNDO_MS = 15_000;

/** Whether the sign-in page is on screen: no account is signed in. */
const useIsSignIn = () => useLocation().pathname === "/login";

/** Where notices appear: one at a time, never over Save. An account sees no toast of the account before. */
export function Toasts() {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  const isSignIn = useIsSignIn();
  const [session, setSession] = useState({ isSignIn, count: 0 });
  if (session.isSignIn !== isSignIn)
    setSession({ isSignIn, count: isSignIn ? session.count : session.count + 1 });
  return (
    <Notification
      // A new one shows nothing that was said on the sign-in page, such as that a session had ended.
      key={session.count}
      autoHideDuration={SHOWN_MS}
      // Above the bar with Save, which is where the pointer is.
      sx={{ bottom: { sm: "92px !important" } }}
      anchorOrigin={{ vertical: isSmall ? "top" : "bottom", horizontal: isSmall ? "center" : "right" }}
    />
  );
}

/** Tells what happened: `done("Business created successfully")`, `failed("Failed to …", error)`. */
export function useToast() {
  const notify = useNotify();
  return {
    /**
     * `more` stands under the sentence and may change while it is read. With `warnings`, which nothing else tells, it stays
     * until it is dismissed.
     */
    done(sentence: string, more?: ReactNode, warnings: readonly Warning[] = []) {
      if (warnings.length > 0) {
        const text = <Warnings warnings={warnings}>{more}</Warnings>;
        return notify(<Toast severity="warning" title={sentence} text={text} />, { autoHideDuration: null });
      }
      notify(<Toast severity="success" title={sentence} text={more} />, {
        autoHideDuration: more ? SHOWN_MS * 2 : SHOWN_MS,
      });
    },
    /**
     * The same with the way back, which nothing else offers: a press somewhere else or Escape does not take it away. With
     * `more` to read, it stays until it is dismissed.
     */
    undoable(sentence: string, onUndo: () => void, more?: ReactNode) {
      let close = () => {};
      const onShown = (how: () => void) => (close = how);
      notify(<Toast severity="success" title={sentence} text={more} onUndo={onUndo} onShown={onShown} />, {
        autoHideDuration: more ? null : UNDO_MS,
        onClose: (_event: unknown, reason: SnackbarCloseReason) => {
          if (reason === "timeout") close();
        },
      });
    },
    /**
     * The server's own sentence and the request's id stand under `sentence`, when there are any. `expired` is said
     * instead when the session has ended.
     */
    failed(sentence: string, error: unknown, expired?: string) {
      const isExpired = expired !== undefined && error instanceof HttpError && error.status === 401;
      const title = isExpired ? expired : sentence;
      notify(
        <Toast
          severity="error"
          title={title}
          text={isExpired ? <SignInAgain /> : <Reason error={error} />}
        />,
        {
          autoHideDuration: FAILURE_MS,
        },
      );
    },
    note(sentence: string) {
      notify(<Toast severity="warning" title={sentence} />, {});
    },
  };
}

/** Warnings about a saved record. */
function Warnings({ warnings, children }: { warnings: readonly Warning[]; children: ReactNode }) {
  // Several fields may have the same warning.
  const messages = [...new Set(warnings.map(({ message }) => message))];
  return (
    <>
      {children}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: "anywhere" }}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </Box>
    </>
  );
}

interface ToastProps {
  severity: "success" | "error" | "warning";
  title: string;
  text?: ReactNode;
  onUndo?: () => void;
  /** Called with the function that closes it. */
  onShown?: (close: () => void) => void;
}

function Toast({ severity, title, text, onUndo, onShown }: ToastProps) {
  const close = useCloseNotification();
  // It fades for a moment in which it can be pressed again.
  const isUndone = useRef(false);
  useEffect(() => onShown?.(close), [onShown, close]);
  const isNext = useNotificationContext().notifications.length > 0;
  const isSignedOut = useIsSignIn();
  // The next message replaces this one at once. After a sign-out, Undo would act for the next account.
  const isStale = isNext || isSignedOut;
  useEffect(() => {
    if (isStale) close();
  }, [isStale, close]);
  return (
    <Alert
      severity={severity}
      variant="standard"
      role={severity === "success" ? "status" : "alert"}
      onClose={close}
      closeText={t("dismiss")}
      sx={{
        minWidth: { xs: 0, sm: 320 },
        maxWidth: 460,
        border: 1,
        borderColor: `${severity}.main`,
        bgcolor: "background.paper",
        color: "text.primary",
        boxShadow: (theme) => theme.tokens["shadow-float"],
      }}
    >
      <AlertTitle sx={{ mb: text ? 0.25 : 0, fontWeight: 600, fontSize: "0.9375rem" }}>{title}</AlertTitle>
      {text}
      {onUndo && (
        <Undo
          onUndo={() => {
            if (isUndone.current) return;
            isUndone.current = true;
            close();
            onUndo();
          }}
        />
      )}
    </Alert>
  );
}

/** The way back from what was just done, also by a key. */
function Undo({ onUndo }: { onUndo: () => void }) {
  useKeys(tKeys("group.everywhere"), [{ key: "u", does: tKeys("undo"), run: onUndo }]);
  return (
    <Button
      size="small"
      startIcon={<UndoOutlined aria-hidden />}
      aria-keyshortcuts="u"
      onClick={() => {
        focusMain(); // the button goes
        onUndo();
      }}
      sx={{ ml: -1 }}
    >
      {tCommon("undo")}
    </Button>
  );
}

/** Why a call failed, for people: the server's sentence, or that it could not be reached; and the request's id. */
export function Reason({ error }: { error: unknown }) {
  const status = error instanceof HttpError ? error.status : 0;
  const requestId = error instanceof HttpError ? (error.body?.requestId as string | undefined) : undefined;
  if (status === 401) return <SignedOut />;
  return (
    <>
      {status === 0 ? tLogin("offline") : (error as Error).message}
      {requestId && (
        <Box
          component="span"
          sx={{ display: "block", color: "text.secondary", fontSize: "0.75rem", mt: 0.5 }}
        >
          {t.rich("requestId", {
            id: requestId,
            code: (id: ReactNode) => <code key="code">{id}</code>,
          })}
        </Box>
      )}
    </>
  );
}

/** A form with unsaved changes outlives its session: signing in beside it is enough. */
function SignedOut() {
  return (
    <>
      {tLogin("expired")} <SignInAgain />
    </>
  );
}

function SignInAgain(): ReactNode {
  return tLogin.rich("inAnotherTabThenSave", {
    link: (content: ReactNode) => (
      <Link key="link" href={`${import.meta.env.BASE_URL}login`} target="_blank" color="secondary">
        {content}
      </Link>
    ),
  });
}
