import LockOutlined from "@mui/icons-material/LockOutlined";
import { Alert, Box, Button, Card, Stack, TextField, Typography } from "@mui/material";
import { detailOf, ProviderError, Refused } from "@karst/client";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useLogin } from "react-admin";
import { useLocation } from "react-router-dom";
import { PasswordField } from "../form/PasswordField";
import { SECOND_FACTOR_REQUIRED } from "../identity/problems";
import { texts } from "../texts";
import { deniedText } from "./denied";
import { Ridge } from "./Ridge";
import { useSettings } from "./useSettings";

const words = texts.identity;

/** The way in: e-mail and password, a code if the account has a second factor, the server's words when it refuses. */
export function SignIn() {
  const { error, isBusy, submit, password, code } = useSignIn();
  const wanted = (useLocation().state as { nextPathname?: string } | null)?.nextPathname;
  const brand = useSettings()?.brand;
  return (
    <Welcome>
      <title>{brand ? `${words.title} · ${brand}` : words.title}</title>
      <Card
        component="main"
        sx={{ p: { xs: 3, sm: 4 }, width: "100%", maxWidth: 420, boxShadow: (theme) => theme.tokens.shadow }}
      >
        <Typography sx={{ color: "text.secondary", fontWeight: 600, minHeight: "1.5em" }}>
          {[brand, texts.portal.name].filter(Boolean).join(" · ")}
        </Typography>
        <Typography variant="h1" sx={{ mt: 0.5 }}>
          {words.title}
        </Typography>
        <Stack direction="row" spacing={1.5} sx={{ color: "text.secondary", my: 2.5 }}>
          <LockOutlined aria-hidden fontSize="small" sx={{ mt: 0.25 }} />
          <Box>
            <Typography variant="subtitle2" component="p" sx={{ color: "text.primary" }}>
              {words.denied.title}
            </Typography>
            <Typography variant="body2">{deniedText(wanted ?? "/")}</Typography>
          </Box>
        </Stack>
        <Stack component="form" spacing={2} onSubmit={submit} aria-label={words.title}>
          <TextField
            name="email"
            type="email"
            label={words.email}
            autoComplete="username"
            required
            autoFocus
            size="medium"
            slotProps={{ inputLabel: { required: false } }}
          />
          <PasswordField
            name="password"
            label={words.password}
            autoComplete="current-password"
            required
            size="medium"
            inputRef={password}
            slotProps={{ inputLabel: { required: false } }}
          />
          {code.isAsked && (
            <TextField
              name="code"
              label={words.code}
              autoComplete="one-time-code"
              required
              size="medium"
              inputRef={code.input}
              error={code.fault !== ""}
              helperText={code.fault || words.codeHint}
              slotProps={{
                inputLabel: { required: false },
                htmlInput: { maxLength: 40, autoCapitalize: "none" },
                formHelperText: { ...(code.fault && { role: "alert" }) },
              }}
            />
          )}
          {error && <Alert severity="error">{error}</Alert>}
          <Button type="submit" variant="contained" size="large" disabled={isBusy}>
            {isBusy ? words.busy : words.submit}
          </Button>
        </Stack>
      </Card>
    </Welcome>
  );
}

/** The page behind the card: paper, and the ridge at its foot. */
export function Welcome({ children }: { children: React.ReactNode }) {
  return (
    <Box
      sx={{
        minHeight: "100dvh",
        display: "grid",
        gridTemplateRows: "1fr auto",
        bgcolor: "background.default",
      }}
    >
      <Box sx={{ display: "grid", placeItems: "center", p: 2, zIndex: 1 }}>{children}</Box>
      <Box aria-hidden sx={{ height: { xs: 120, md: 220 }, mt: { xs: -5, md: -16 } }}>
        <Ridge />
      </Box>
    </Box>
  );
}

function useSignIn() {
  const login = useLogin();
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [codeFault, setCodeFault] = useState("");

  // Once it is asked for, it is where the typing goes on.
  useEffect(() => {
    if (isCodeAsked) code.current?.focus();
  }, [isCodeAsked]);

  function refused(reason: unknown, entered: string) {
    if (reason instanceof Refused && reason.problem?.type === SECOND_FACTOR_REQUIRED) {
      setCodeAsked(true);
      if (entered) setCodeFault(detailOf(reason, words.failed));
      code.current?.select();
      code.current?.focus();
      return;
    }
    if (reason instanceof ProviderError) setError(words.byCode[reason.code] ?? words.failed);
    else setError(detailOf(reason, reason instanceof Refused ? words.failed : words.offline));
    password.current?.select();
    password.current?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const entered = new FormData(event.currentTarget);
    const text = (field: string) => String(entered.get(field) ?? "");
    const typed = text("code");
    setBusy(true);
    setError("");
    setCodeFault("");
    try {
      await login({ email: text("email"), password: text("password"), ...(typed && { code: typed }) });
    } catch (reason) {
      refused(reason, typed);
    } finally {
      setBusy(false);
    }
  }

  return { error, isBusy, submit, password, code: { input: code, isAsked: isCodeAsked, fault: codeFault } };
}
