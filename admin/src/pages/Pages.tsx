import { Box, Card, CardActionArea, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { Page } from "../layout/Page";
import { PAGES } from "./shape";
import { words } from "./words";

/** The pages that stand by themselves: which there are. */
export default function Pages() {
  return (
    <Page title={words.title} lead={words.lead}>
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
                {words.pages[name].title}
              </Typography>
              <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
                {words.pages[name].text}
              </Typography>
            </CardActionArea>
          </Card>
        ))}
      </Box>
    </Page>
  );
}
