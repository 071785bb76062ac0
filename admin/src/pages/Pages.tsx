import { Box, Card, CardActionArea, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { AccessDeniedNotice } from "../layout/AccessDenied";
import { Page } from "../layout/Page";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/pages.gen";
import { PAGES } from "./shape";

/** The list of static pages. */
export default function Pages() {
  const { account, may } = useAccount();
  if (!may("manageSettings")) {
    return (
      <Box sx={{ p: { xs: 2, md: 4 } }}>
        <AccessDeniedNotice account={account} />
      </Box>
    );
  }
  return (
    <Page title={tLayout("section.pages")} lead={t("lead")}>
      <Box
        component="ul"
        sx={{
          listStyle: "none",
          m: 0,
          p: 0,
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "1fr", sm: "repeat(2, 1fr)" },
        }}
      >
        {PAGES.map((name) => (
          <Card component="li" key={name}>
            <CardActionArea component={Link} to={`/pages/${name}`} sx={{ p: 2.5, height: "100%" }}>
              <Typography variant="h3" component="h2">
                {t(`page.${name}.title`)}
              </Typography>
              <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
                {t(`page.${name}.text`)}
              </Typography>
            </CardActionArea>
          </Card>
        ))}
      </Box>
    </Page>
  );
}
