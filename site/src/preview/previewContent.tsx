import type { ReactElement } from "react";
import type { SettingsResponse } from "@karst/client";
import { getExperiences } from "@/api/server";
import { ArticleDetail } from "@/articles/ArticleDetail";
import { linkedPlaceSlugs } from "@/articles/html";
import { CategoryLabel } from "@/categories/CategoryLabel";
import { RECENT_LIMIT } from "@/guestbook/entry";
import { getHome, HomeContent } from "@/home/HomeContent";
import { t } from "@/messages/preview.gen";
import { ArticlePlaces } from "@/places/ArticlePlaces";
import { PlaceContent } from "@/places/PlaceContent";
import { AboutContent } from "@/static-pages/AboutContent";
import { fillPlaceholders } from "@/static-pages/fill";
import { GettingHereContent } from "@/static-pages/GettingHereContent";
import { HelpContent } from "@/static-pages/HelpContent";
import { PrivacyContent } from "@/static-pages/PrivacyContent";
import type { Preview } from "./preview";
import styles from "./Preview.module.css";

/** The page of the record, with the same components as its public page. */
export async function previewContent(preview: Preview, region: SettingsResponse): Promise<ReactElement> {
  switch (preview.kind) {
    case "place": {
      const recent = await getExperiences(preview.record.id, RECENT_LIMIT).catch(() => []);
      return <PlaceContent place={preview.record} region={region} recent={recent} />;
    }
    case "article":
      return (
        <ArticleDetail article={preview.record} region={region}>
          <ArticlePlaces slugs={linkedPlaceSlugs(preview.record.contentHtml)} />
        </ArticleDetail>
      );
    case "settings":
      return <HomeContent region={preview.record} home={await getHome()} />;
    case "category":
      return (
        <div className={styles.category}>
          <h1>{preview.record.name}</h1>
          <p>{t("category")}</p>
          <p>
            <CategoryLabel category={preview.record} />
          </p>
        </div>
      );
    case "page":
      return standingPage(preview, region);
  }
}

function standingPage(preview: Extract<Preview, { kind: "page" }>, region: SettingsResponse): ReactElement {
  const { regionName, timeZone, contactEmail } = region;
  switch (preview.recordId) {
    case "getting-here":
      return (
        <GettingHereContent
          page={fillPlaceholders(preview.record, region)}
          regionName={regionName}
          timeZone={timeZone}
        />
      );
    case "about":
      return <AboutContent page={fillPlaceholders(preview.record, region)} />;
    case "help":
      return <HelpContent page={fillPlaceholders(preview.record, region)} contactEmail={contactEmail} />;
    case "privacy":
      return <PrivacyContent page={fillPlaceholders(preview.record, region)} contactEmail={contactEmail} />;
  }
}
