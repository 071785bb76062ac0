import LockOutlined from "@mui/icons-material/LockOutlined";
import { Box, Card, Stack, Typography } from "@mui/material";
import { useLogin } from "react-admin";
import { useLocation } from "react-router-dom";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/login.gen";
import { deniedText } from "./denied";
import { documentTitle } from "./documentTitle";
import { Ridge } from "./Ridge";
import { SignInForm } from "./SignInForm";
import { useSettings } from "./useSettings";

/** The sign-in page. Below the form it says who may use the console. */
export function SignIn() {
  const login = useLogin();
  const wanted = (useLocation().state as { nextPathname?: string } | null)?.nextPathname;
  const brand = useSettings()?.brand;
  return (
    <Welcome>
      <title>{documentTitle(t("title"), brand)}</title>
      <Card
        component="main"
        sx={{
          p: { xs: 3, sm: 4 },
          width: "100%",
          maxWidth: 420,
          boxShadow: (theme) => theme.tokens["shadow-float"],
        }}
      >
        <Typography sx={{ color: "text.secondary", fontWeight: 600, minHeight: "1.5em" }}>
          {documentTitle(tLayout("console"), brand)}
        </Typography>
        <Typography variant="h1" sx={{ mt: 0.5, mb: 2.5 }}>
          {t("title")}
        </Typography>
        <SignInForm signIn={login} />
        <Stack direction="row" spacing={1.5} sx={{ color: "text.secondary", mt: 2.5 }}>
          <LockOutlined aria-hidden fontSize="small" sx={{ mt: 0.25 }} />
          <Box>
            <Typography variant="subtitle2" component="p" sx={{ color: "text.primary" }}>
              {t("denied.title")}
            </Typography>
            <Typography variant="body2">{deniedText(wanted ?? "/")}</Typography>
          </Box>
        </Stack>
      </Card>
    </Welcome>
  );
}

/** The page behind the card, with the drawing of the ridge at the bottom. */
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
