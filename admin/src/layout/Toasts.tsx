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
/** Long enough to read a reason and copy a request id. */
const FAILURE_MS = 12_000;
/** Long enough to see the result and decide to undo it. */
const UNDO_MS = 15_000;

/** Whether the sign-in page is on screen: no account is signed in. */
const useIsSignIn = () => useLocation().pathname === "/login";

/** Shows toasts one at a time, never over Save. An account sees no toast of the account before it. */
export function Toasts() {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  const isSignIn = useIsSignIn();
  const [session, setSession] = useState({ isSignIn, count: 0 });
  if (session.isSignIn !== isSignIn)
    setSession({ isSignIn, count: isSignIn ? session.count : session.count + 1 });
  return (
    <Notification
      // A new session shows no toast of the sign-in page, such as that a session had ended.
      key={session.count}
      autoHideDuration={SHOWN_MS}
      // Above the bar with Save, where the pointer is.
      sx={{ bottom: { sm: "92px !important" } }}
      anchorOrigin={{ vertical: isSmall ? "top" : "bottom", horizontal: isSmall ? "center" : "right" }}
    />
  );
}

/** Shows the result of an action: `done("Business created successfully")`, `failed("Failed to …", error)`. */
export function useToast() {
  const notify = useNotify();
  return {
    /** `more` is shown below the message. A toast with `warnings` stays until dismissed. */
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
     * Like `done`, with Undo, which is offered nowhere else: a click elsewhere or Escape does not close the toast.
     * With `more`, it stays until dismissed.
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
     * Shows the server's message and the request id below `sentence`, if there are any. `expired` replaces `sentence`
     * if the session has ended.
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
  // While the toast fades out, the button could be pressed again.
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

/** A button that undoes the last action, also with a key. */
function Undo({ onUndo }: { onUndo: () => void }) {
  useKeys(tKeys("group.everywhere"), [{ key: "u", does: tKeys("undo"), run: onUndo }]);
  return (
    <Button
      size="small"
      startIcon={<UndoOutlined aria-hidden />}
      aria-keyshortcuts="u"
      onClick={() => {
        focusMain(); // The button disappears.
        onUndo();
      }}
      sx={{ ml: -1 }}
    >
      {tCommon("undo")}
    </Button>
  );
}

/** The reason why a call failed: the server's message, or that it could not be reached, with the request id. */
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

/** After the session of a form has ended: the form stays, and signing in in another tab is enough to save it. */
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
