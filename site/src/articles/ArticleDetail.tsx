import { ArrowLeft, ArrowRight, CalendarDays, MapPin, PenLine } from "lucide-react";
import type { ReactNode } from "react";
import type { ArticleResponse, SettingsResponse } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { longDate } from "@/lib/dates";
import { isImageUrl, websiteHref, websiteName } from "@/lib/links";
import { topicPath } from "@/lib/paths";
import { LocationMapFrame } from "@/map/LocationMapFrame";
import { ARTICLE_ZOOM } from "@/map/view";
import { t } from "@/messages/article.gen";
import { field } from "@/preview/field";
import button from "@/ui/button.module.css";
import { IntentLink } from "@/ui/IntentLink";
import { ExternalLink } from "@/ui/ExternalLink";
import { Image } from "@/ui/Image";
import { imageAlt } from "@/ui/imageSource";
import { SourceList } from "@/ui/SourceList";
import styles from "./ArticleDetail.module.css";
import { enhanceArticleHtml } from "./html";
import { articleImageSources } from "./imageSources";
import prose from "./prose.module.css";

type Props = {
  article: ArticleResponse;
  /** Content after the text: the places that it mentions. */
  children?: ReactNode;
  region: Pick<SettingsResponse, "regionLine" | "timeZone" | "mapStyleUrl">;
};

/** The page of an article (R88 to R91). */
export function ArticleDetail({ article, region, children }: Props) {
  const { title, author, summary, tags, publicationDate, mainImageUrl } = article;
  const date = longDate(publicationDate, region.timeZone);
  const externalHref = websiteHref(article.externalUrl);
  const [mainSource = "", ...fallbackSources] = articleImageSources(article);
  return (
    <article className={styles.article}>
      <p className={styles.back}>
        <IntentLink href={topicPath(null)}>
          <ArrowLeft size={18} aria-hidden />
          {t("back")}
        </IntentLink>
      </p>
      <header className={styles.head}>
        <h1 dir="auto" {...field("title")}>
          {title}
        </h1>
        <p className={styles.summary} dir="auto" {...field("summary")}>
          {summary}
        </p>
        <ul className={styles.byline}>
          <li {...field("author")}>
            <PenLine size={18} aria-hidden />
            <span className="visually-hidden">{t("author")} </span>
            <bdi>{author}</bdi>
          </li>
          <li {...field("publicationDate")}>
            <CalendarDays size={18} aria-hidden />
            <span className="visually-hidden">{t("published")} </span>
            <time dateTime={publicationDate}>{date}</time>
          </li>
          {region.regionLine && (
            <li>
              <MapPin size={18} aria-hidden />
              <span className="visually-hidden">{t("region")} </span>
              {region.regionLine}
            </li>
          )}
        </ul>
      </header>
      <div className={styles.image} {...field("mainImageUrl")}>
        <Image
          sources={[mainSource, ...fallbackSources]}
          alt={
            isImageUrl(mainImageUrl) ? imageAlt(mainSource, title) : t("image", { title: isolateBidi(title) })
          }
          sizes="(min-width: 60rem) 60rem, 100vw"
          isPriority
        />
      </div>
      <div
        className={`${styles.column} ${prose.prose}`}
        dir="auto"
        {...field("contentHtml")}
        // The API sanitizes the HTML when it is stored (R403).
        dangerouslySetInnerHTML={{
          __html: enhanceArticleHtml(article.contentHtml, t("table"), article.pictures),
        }}
      />
      <footer className={styles.footer}>
        {article.sources.length > 0 && (
          <section className={styles.sources} aria-labelledby="article-sources" {...field("sources")}>
            <h2 id="article-sources">{t("sources")}</h2>
            <SourceList sources={article.sources} />
          </section>
        )}
        {externalHref && (
          <p className={styles.external} {...field("externalUrl")}>
            <ExternalLink href={externalHref} className={button.secondary} title={websiteName(externalHref)}>
              {t("external")}
            </ExternalLink>
          </p>
        )}
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label={t("topics")} {...field("tags")}>
            {tags.map((tag) => (
              <li key={tag}>
                <IntentLink href={topicPath(tag)}>
                  <bdi>#{tag}</bdi>
                </IntentLink>
              </li>
            ))}
          </ul>
        )}
        {children}
        <section className={styles.map} aria-labelledby="article-map" {...field("latitude")}>
          <h2 id="article-map">{t("map")}</h2>
          <LocationMapFrame
            latitude={article.latitude}
            longitude={article.longitude}
            name={title}
            color={null}
            icon={null}
            note={null}
            zoom={ARTICLE_ZOOM}
            overlay={article.mapOverlay}
            styleUrl={region.mapStyleUrl}
          />
        </section>
        <p className={styles.end}>
          <span>{t("publishedOn", { date })}</span>
          <IntentLink className={button.primary} href={topicPath(null)}>
            {t("more")}
            <ArrowRight size={18} aria-hidden />
          </IntentLink>
        </p>
      </footer>
    </article>
  );
}
