import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { Box, Button, Chip, Link, Typography } from "@mui/material";
import type { ArticleResponse } from "@karst/client";
import { useState } from "react";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { DraftChip } from "../drafts/DraftChip";
import { UnpublishChip } from "../drafts/UnpublishChip";
import { dateIn } from "../kit/zone";
import { useNow } from "../kit/useNow";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/articles.gen";
import { t as tCommon } from "../messages/common.gen";
import { sitePath, statusOf } from "./shape";
import { StatusBadge } from "./StatusBadge";

/** The actions of an article. */
export interface ArticleActions {
  onPreview: (article: ArticleResponse) => void;
  onDelete: (article: ArticleResponse) => void;
}

interface ArticleRowsProps extends ArticleActions {
  articles: ArticleResponse[];
}

/** The list on narrow screens: one row for each article. */
export function ArticleRows({ articles, ...actions }: ArticleRowsProps) {
  return (
    <Box component="ul" aria-label={t("list")} sx={{ listStyle: "none", m: 0, p: 0 }}>
      {articles.map((article) => (
        <Row key={article.id} article={article} {...actions} />
      ))}
    </Box>
  );
}

function Row({ article, ...actions }: { article: ArticleResponse } & ArticleActions) {
  const zone = useSettings()?.timeZone;
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
            <TitleLink article={article} />
          </Typography>
          <DraftChip kind="articles" id={article.id} />
          <UnpublishChip time={article.unpublishAt} />
          <Badges article={article} />
        </Box>
        <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
          <bdi>{t("byline", { author: article.author })}</bdi> ·{" "}
          <time dateTime={article.publicationDate}>{dateIn(zone, article.publicationDate)}</time>
        </Typography>
      </Box>
      <ArticleRowActions article={article} {...actions} />
    </Box>
  );
}

export function TitleLink({ article: { id, title } }: { article: ArticleResponse }) {
  const { search } = useLocation();
  return (
    <Link
      component={RouterLink}
      to={{ pathname: `/articles/${id}`, search }}
      color="inherit"
      underline="hover"
    >
      <bdi>{title}</bdi>
    </Link>
  );
}

/** Badges for the status of an article, and for a featured article. */
export function Badges({ article }: { article: ArticleResponse }) {
  return (
    <>
      <StatusBadge article={article} />
      {article.isFeatured && (
        <Chip
          size="small"
          variant="outlined"
          label={t("featured")}
          sx={{ color: "warning.main", borderColor: "warning.main" }}
        />
      )}
    </>
  );
}

/** The buttons of an article: view or preview, edit, and delete. */
export function ArticleRowActions({
  article,
  onPreview,
  onDelete,
}: { article: ArticleResponse } & ArticleActions) {
  const { search } = useLocation();
  const isLive = statusOf(article, useNow(10_000)) === "live";
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
          href={sitePath(article)}
          target="_blank"
          rel="noopener"
          startIcon={<OpenInNew aria-hidden />}
          aria-label={t("viewOf", { title: article.title })}
        >
          {t("view")}
        </Button>
      ) : (
        // Not on the site yet.
        <Button
          startIcon={<VisibilityOutlined aria-hidden />}
          aria-label={t("previewOf", { title: article.title })}
          onClick={() => onPreview(article)}
        >
          {t("preview.title")}
        </Button>
      )}
      <Button
        component={RouterLink}
        to={{ pathname: `/articles/${article.id}`, search }}
        startIcon={<EditOutlined aria-hidden />}
        aria-label={t("editOf", { title: article.title })}
      >
        {t("editShort")}
      </Button>
      <Button
        color="error"
        startIcon={<DeleteOutlined aria-hidden />}
        aria-label={t("deleteOf", { title: article.title })}
        onClick={() => onDelete(article)}
      >
        {tCommon("delete")}
      </Button>
    </Box>
  );
}

/** The article's own image, or a placeholder tile. */
export function Thumb({ address }: { address: string | null }) {
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
