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
import { articleIllustration } from "@karst/web/illustrations";
import { currentLocale } from "@karst/web/messages";
import { lazy, Suspense, useState } from "react";
import { linesOf, listOf } from "../kit/typed";
import { useNow } from "../kit/useNow";
import { dateIn } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { pointOf } from "../map/coordinates";
import { LocationPreview } from "../map/LocationPreview";
import { HeaderImage } from "../media/HeaderImage";
import { t } from "../messages/articles.gen";
import { t as tCommon } from "../messages/common.gen";
import { parseOverlay } from "./overlay";
import { statusOf, type ArticleText } from "./shape";

const RichText = lazy(() => import("../rich/RichText"));

const WIDTHS = { phone: 390, desktop: 760 };
/** The zoom of the map of an article on the site. */
const ZOOM = 14;

interface ArticlePreviewProps {
  article: ArticleText;
  /** The id of the stored article, on which its illustration depends. */
  id?: number;
  /** Whether the article is shown as it is stored, not with the changes in a form. */
  isStored?: boolean;
  onClose: () => void;
}

/** A preview of an article as the site shows it. */
export default function ArticlePreview({ article, id, isStored, onClose }: ArticlePreviewProps) {
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
            <State article={article} isStored={isStored} />
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
          <Article article={article} id={id} hasSource={size === "phone"} />
        </Box>
      </DialogContent>
    </Dialog>
  );
}

/** Whether the article is on the site, or will be once it is saved. */
function State({ article, isStored }: Pick<ArticlePreviewProps, "article" | "isStored">) {
  const status = statusOf(article, useNow(10_000));
  const zone = useSettings()?.timeZone;
  return t(isStored ? "preview.stored" : "preview.unsaved", {
    status,
    time: status === "scheduled" ? dateIn(zone, article.publicationDate) : "",
  });
}

interface ArticleProps {
  article: ArticleText;
  id?: number;
  hasSource: boolean;
}

/** The layout of the site's article page. Shows the external source on small screens only. */
function Article({ article, id = 0, hasSource }: ArticleProps) {
  const settings = useSettings();
  const date = longDay(article.publicationDate, settings?.timeZone);
  const tags = listOf(article.tags);
  const sources = linesOf(article.sources);
  const title = article.title || t("preview.untitled");
  const point = pointOf(article.latitude, article.longitude);
  return (
    <article>
      <Box sx={TEXT_SX}>
        <Typography variant="h1" component="h3" dir="auto" sx={{ fontSize: "clamp(1.75rem, 5vw, 2.5rem)" }}>
          {title}
        </Typography>
        <Typography dir="auto" sx={{ fontSize: "1.1875rem", color: "text.secondary", my: 2 }}>
          {article.summary}
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {[article.author, date, settings?.regionLine].filter(Boolean).join(" · ")}
        </Typography>
      </Box>
      <HeaderImage
        address={article.mainImageUrl.trim()}
        illustration={articleIllustration(id, tags)}
        name={title}
        aspectRatio="3 / 2"
      />
      <Box sx={TEXT_SX}>
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
        {tags.length > 0 && (
          <Typography sx={{ color: "secondary.main", mt: 3 }}>
            {tags.map((tag) => `#${tag}`).join("  ")}
          </Typography>
        )}
        {point && (
          <Box sx={{ mt: 3 }}>
            <LocationPreview
              name={title}
              point={point}
              zoom={ZOOM}
              overlay={parseOverlay(article.mapOverlay).overlay}
            />
          </Box>
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

const TEXT_SX = { p: { xs: 2.5, sm: 4 }, "& > *": { maxWidth: "68ch", mx: "auto" } };

/** `November 25, 2026`, in the region's time zone. */
function longDay(time: string, timeZone: string | undefined): string {
  const moment = Date.parse(time);
  if (Number.isNaN(moment)) return "";
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: "long", timeZone }).format(moment);
}
