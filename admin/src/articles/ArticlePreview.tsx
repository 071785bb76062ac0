import Close from "@mui/icons-material/Close";
import {
  Box,
  Dialog,
  DialogContent,
  IconButton,
  Link,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from "@mui/material";
import { currentLocale } from "@karst/web/messages";
import { lazy, Suspense, useState } from "react";
import { isShowable } from "../form/Picture";
import { useSettings } from "../layout/useSettings";
import { linesOf, listOf } from "../kit/typed";
import { t } from "../messages/articles.gen";
import { t as tCommon } from "../messages/common.gen";
import type { ArticleText } from "./shape";

const RichText = lazy(() => import("../rich/RichText"));

const WIDTHS = { phone: 390, desktop: 760 };

/** A preview of an article as the site shows it, with unsaved changes. */
export default function ArticlePreview({ article, onClose }: { article: ArticleText; onClose: () => void }) {
  const [size, setSize] = useState<keyof typeof WIDTHS>("desktop");
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby="preview-title" scroll="paper">
      <Box
        sx={{
          display: "flex",
          alignItems: "center",
          gap: 2,
          px: 2.5,
          py: 1,
          borderBottom: 1,
          borderColor: "divider",
        }}
      >
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography id="preview-title" variant="h3" component="h2">
            {t("preview.title")}
          </Typography>
          <Typography variant="caption" sx={{ color: "text.secondary" }}>
            {t("preview.note")}
          </Typography>
        </Box>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={size}
          aria-label={t("preview.width.label")}
          onChange={(_, selected: keyof typeof WIDTHS | null) => selected && setSize(selected)}
          sx={{ display: { xs: "none", sm: "flex" } }}
        >
          <ToggleButton value="phone">{t("preview.width.phone")}</ToggleButton>
          <ToggleButton value="desktop">{t("preview.width.desktop")}</ToggleButton>
        </ToggleButtonGroup>
        <IconButton aria-label={tCommon("close")} onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      <DialogContent
        tabIndex={0}
        aria-label={t("preview.title")}
        sx={{ bgcolor: "background.default", p: { xs: 0, sm: 2 } }}
      >
        <Box
          sx={{
            maxWidth: WIDTHS[size],
            mx: "auto",
            bgcolor: "background.paper",
            borderRadius: { sm: "16px" },
            overflow: "hidden",
          }}
        >
          <Article article={article} hasSource={size === "phone"} />
        </Box>
      </DialogContent>
    </Dialog>
  );
}

/** The layout of the site's article page; the external source is on small screens only. */
function Article({ article, hasSource }: { article: ArticleText; hasSource: boolean }) {
  const settings = useSettings();
  const date = longDay(article.publicationDate, settings?.timeZone);
  const tags = listOf(article.tags);
  const sources = linesOf(article.sources);
  return (
    <article>
      {isShowable(article.mainImageUrl.trim()) && (
        <Box
          component="img"
          src={article.mainImageUrl.trim()}
          alt=""
          sx={{ width: "100%", aspectRatio: "16 / 9", objectFit: "cover", display: "block" }}
        />
      )}
      <Box sx={{ p: { xs: 2.5, sm: 4 }, "& > *": { maxWidth: "68ch", mx: "auto" } }}>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {[article.author, date, settings?.regionLine].filter(Boolean).join(" · ")}
        </Typography>
        <Typography
          variant="h1"
          component="h3"
          dir="auto"
          sx={{ mt: 1, fontSize: "clamp(1.75rem, 5vw, 2.5rem)" }}
        >
          {article.title || t("preview.untitled")}
        </Typography>
        <Typography dir="auto" sx={{ fontSize: "1.1875rem", color: "text.secondary", my: 2 }}>
          {article.summary}
        </Typography>
        {tags.length > 0 && (
          <Typography sx={{ color: "secondary.main", mb: 2 }}>
            {tags.map((tag) => `#${tag}`).join("  ")}
          </Typography>
        )}
        <Suspense>
          <RichText html={article.contentHtml} />
        </Suspense>
        {sources.length > 0 && (
          <>
            <Typography variant="h3" component="h4" sx={{ mt: 3 }}>
              {t("fields.sources")}
            </Typography>
            <Box component="ul" sx={{ pl: 2.5, color: "text.secondary", fontSize: "0.875rem" }}>
              {sources.map((source, at) => (
                <li key={at} dir="auto">
                  {source}
                </li>
              ))}
            </Box>
          </>
        )}
        {hasSource && /^https?:\/\//i.test(article.externalUrl) && (
          <Typography sx={{ mt: 3 }}>
            <Link href={article.externalUrl} target="_blank" rel="noopener nofollow" color="secondary">
              {t("preview.externalSource")}
            </Link>
          </Typography>
        )}
        {date && (
          <Typography variant="body2" sx={{ color: "text.secondary", mt: 3 }}>
            {t("preview.published", { date })}
          </Typography>
        )}
      </Box>
    </article>
  );
}

/** `November 25, 2026`, in the region's time zone. */
function longDay(time: string, timeZone: string | undefined): string {
  const moment = Date.parse(time);
  if (Number.isNaN(moment)) return "";
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: "long", timeZone }).format(moment);
}
