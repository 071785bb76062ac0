import LockOutlined from "@mui/icons-material/LockOutlined";
import Visibility from "@mui/icons-material/Visibility";
import VisibilityOff from "@mui/icons-material/VisibilityOff";
import {
  Alert,
  Box,
  Button,
  Card,
  IconButton,
  InputAdornment,
  Stack,
  TextField,
  Typography,
} from "@mui/material";
import { detailOf, Refused } from "@karst/client";
import { useRef, useState, type FormEvent } from "react";
import { useLogin } from "react-admin";
import { texts } from "../texts";
import { Ridge } from "./Ridge";
import { useSettings } from "./useSettings";

const words = texts.identity;

/** The way in: e-mail and password, the server's own sentence when it refuses. */
export function SignIn() {
  const { error, isBusy, submit, password } = useSignIn();
  const [isShown, setShown] = useState(false);
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
            <Typography variant="body2">{words.denied.text}</Typography>
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
          <TextField
            name="password"
            type={isShown ? "text" : "password"}
            label={words.password}
            autoComplete="current-password"
            required
            size="medium"
            inputRef={password}
            slotProps={{
              inputLabel: { required: false },
              input: {
                endAdornment: (
                  <InputAdornment position="end">
                    <IconButton
                      edge="end"
                      aria-label={isShown ? words.hide : words.show}
                      aria-pressed={isShown}
                      onClick={() => setShown(!isShown)}
                    >
                      {isShown ? <VisibilityOff /> : <Visibility />}
                    </IconButton>
                  </InputAdornment>
                ),
              },
            }}
          />
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
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const entered = new FormData(event.currentTarget);
    setBusy(true);
    setError("");
    try {
      await login({ email: entered.get("email"), password: entered.get("password") });
    } catch (reason) {
      setError(detailOf(reason, reason instanceof Refused ? words.failed : words.offline));
      password.current?.select();
      password.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return { error, isBusy, submit, password };
}
