import { ArrowLeft, ArrowRight, CalendarDays, MapPin, PenLine } from "lucide-react";
import type { ReactNode } from "react";
import type { ArticleResponse, SettingsResponse } from "@karst/client";
import { longDate } from "@/lib/dates";
import { isPictureAddress, websiteHref, websiteName } from "@/lib/links";
import { topicPath } from "@/lib/paths";
import { LocationMapFrame } from "@/map/LocationMapFrame";
import { ARTICLE_ZOOM } from "@/map/view";
import { articleTexts } from "@/texts/article";
import button from "@/ui/button.module.css";
import { IntentLink } from "@/ui/IntentLink";
import { OutLink } from "@/ui/ExternalLink";
import { Picture } from "@/ui/Image";
import { altOf } from "@/ui/imageSource";
import styles from "./ArticleDetail.module.css";
import { readable } from "./html";
import { pictureSources } from "./picture";
import prose from "./prose.module.css";

const words = articleTexts;

type Props = {
  article: ArticleResponse;
  /** What follows the text: the places that it tells of. */
  children?: ReactNode;
  region: Pick<SettingsResponse, "regionLine" | "timeZone" | "mapStyleUrl">;
};

/** An article, to be read like a printed page (rows 88 to 91). */
export function ArticleDetail({ article, region, children }: Props) {
  const { title, author, summary, tags, publicationDate, mainImageUrl } = article;
  const date = longDate(publicationDate, region.timeZone);
  const external = websiteHref(article.externalUrl);
  const [main = "", ...others] = pictureSources(article);
  return (
    <article className={styles.article}>
      <p className={styles.back}>
        <IntentLink href={topicPath(null)}>
          <ArrowLeft size={18} aria-hidden />
          {words.back}
        </IntentLink>
      </p>
      <header className={styles.head}>
        <h1 dir="auto">{title}</h1>
        <p className={styles.summary} dir="auto">
          {summary}
        </p>
        <ul className={styles.byline}>
          <li>
            <PenLine size={18} aria-hidden />
            <span className="heard">{words.author} </span>
            <bdi>{author}</bdi>
          </li>
          <li>
            <CalendarDays size={18} aria-hidden />
            <span className="heard">{words.published} </span>
            <time dateTime={publicationDate}>{date}</time>
          </li>
          {region.regionLine && (
            <li>
              <MapPin size={18} aria-hidden />
              <span className="heard">{words.place} </span>
              {region.regionLine}
            </li>
          )}
        </ul>
      </header>
      <div className={styles.picture}>
        <Picture
          sources={[main, ...others]}
          alt={isPictureAddress(mainImageUrl) ? altOf(main, title) : words.picture(title)}
          sizes="(min-width: 60rem) 60rem, 100vw"
          isFirst
        />
      </div>
      <div
        className={`${styles.column} ${prose.prose}`}
        dir="auto"
        // Sanitized by the API when it was written; what is stored is what is sent (decisions, section 6).
        dangerouslySetInnerHTML={{ __html: readable(article.contentHtml, words.table, article.pictures) }}
      />
      <footer className={styles.foot}>
        {external && (
          <p className={styles.external}>
            <OutLink href={external} className={button.secondary} title={websiteName(external)}>
              {words.external}
            </OutLink>
          </p>
        )}
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label={words.tags}>
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
        <section className={styles.map} aria-labelledby="article-map">
          <h2 id="article-map">{words.map}</h2>
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
          <span>{words.publishedOn(date)}</span>
          <IntentLink className={button.primary} href={topicPath(null)}>
            {words.more}
            <ArrowRight size={18} aria-hidden />
          </IntentLink>
        </p>
      </footer>
    </article>
  );
}
