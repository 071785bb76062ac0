import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { Box, Button, Chip, Link, Typography } from "@mui/material";
import type { ArticleResponse } from "@karst/client";
import { useState } from "react";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { dateIn } from "../kit/zone";
import { useNow } from "../kit/useNow";
import { useSettings } from "../layout/useSettings";
import { siteAddress, standingOf } from "./shape";
import { StandingBadge } from "./StandingBadge";
import { words } from "./words";

interface ArticleRowsProps {
  articles: ArticleResponse[];
  onPreview: (article: ArticleResponse) => void;
  onDelete: (article: ArticleResponse) => void;
}

/** The articles on this page of the list, one row each. */
export function ArticleRows({ articles, ...actions }: ArticleRowsProps) {
  return (
    <Box component="ul" aria-label={words.list} sx={{ listStyle: "none", m: 0, p: 0 }}>
      {articles.map((article) => (
        <Row key={article.id} article={article} {...actions} />
      ))}
    </Box>
  );
}

function Row({ article, ...actions }: { article: ArticleResponse } & Omit<ArticleRowsProps, "articles">) {
  const zone = useSettings()?.timeZone;
  const { search } = useLocation();
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "56px minmax(0, 1fr)", md: "72px minmax(0, 1fr) auto" },
        columnGap: 2,
        rowGap: 0.5,
        alignItems: "center",
        px: 2,
        py: 1.5,
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      <Thumb address={article.mainImageUrl} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, rowGap: 0.5 }}>
          <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
            <Link
              component={RouterLink}
              to={{ pathname: `/articles/${article.id}`, search }}
              color="inherit"
              underline="hover"
            >
              <bdi>{article.title}</bdi>
            </Link>
          </Typography>
          <StandingBadge article={article} />
          {article.isFeatured && (
            <Chip
              size="small"
              variant="outlined"
              label={words.featured}
              sx={{ color: "warning.main", borderColor: "warning.main" }}
            />
          )}
        </Box>
        <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
          <bdi>{words.by(article.author)}</bdi> ·{" "}
          <time dateTime={article.publicationDate}>{dateIn(zone, article.publicationDate)}</time>
        </Typography>
      </Box>
      <Buttons article={article} {...actions} />
    </Box>
  );
}

function Buttons({
  article,
  onPreview,
  onDelete,
}: { article: ArticleResponse } & Omit<ArticleRowsProps, "articles">) {
  const { search } = useLocation();
  const isLive = standingOf(article, useNow(10_000)) === "live";
  return (
    <Box
      sx={{
        gridColumn: { xs: "1 / -1", md: "auto" },
        display: "flex",
        flexWrap: "wrap",
        ml: { xs: -1, md: 0 },
        "& .MuiButton-root": { px: 1.25 },
      }}
    >
      {isLive ? (
        <Button
          href={siteAddress(article)}
          target="_blank"
          rel="noopener"
          startIcon={<OpenInNew aria-hidden />}
          aria-label={words.viewOf(article.title)}
        >
          {words.row.view}
        </Button>
      ) : (
        // Nobody finds it on the site yet: it is looked at here.
        <Button
          startIcon={<VisibilityOutlined aria-hidden />}
          aria-label={words.previewOf(article.title)}
          onClick={() => onPreview(article)}
        >
          {words.row.preview}
        </Button>
      )}
      <Button
        component={RouterLink}
        to={{ pathname: `/articles/${article.id}`, search }}
        startIcon={<EditOutlined aria-hidden />}
        aria-label={words.editOf(article.title)}
      >
        {words.row.edit}
      </Button>
      <Button
        color="error"
        startIcon={<DeleteOutlined aria-hidden />}
        aria-label={words.deleteOf(article.title)}
        onClick={() => onDelete(article)}
      >
        {words.row.delete}
      </Button>
    </Box>
  );
}

/** The article's own picture, or a tile: never a picture of something else. */
function Thumb({ address }: { address: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <Box
      aria-hidden
      sx={{
        aspectRatio: "4 / 3",
        borderRadius: "10px",
        overflow: "hidden",
        display: "grid",
        placeItems: "center",
        bgcolor: "primary.subtle",
        color: "primary.main",
        "& img": { width: "100%", height: "100%", objectFit: "cover" },
      }}
    >
      {address && address !== broken ? (
        <img src={address} alt="" loading="lazy" onError={() => setBroken(address)} />
      ) : (
        <ArticleOutlined />
      )}
    </Box>
  );
}
