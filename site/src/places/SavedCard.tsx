"use client";

import { Star } from "lucide-react";
import type { PlaceResponse } from "@karst/client";
import { AlertChip } from "@/alerts/AlertChip";
import { CategoryLabel } from "@/categories/CategoryLabel";
import { isolateBidi } from "@/lib/bidi";
import { websiteHref } from "@/lib/links";
import { placePath } from "@/lib/paths";
import { excerpt } from "@karst/web/text";
import { LikeButton } from "@/likes/LikeButton";
import { t } from "@/messages/saved.gen";
import card from "@/ui/card.module.css";
import button from "@/ui/button.module.css";
import { hidden } from "@/ui/hidden";
import { IntentLink } from "@/ui/IntentLink";
import { CARD_SIZES, imageSources } from "./images";
import { Image } from "@/ui/Image";
import styles from "./SavedCard.module.css";
import { WebsiteLink } from "./WebsiteLink";

const MAX_DESCRIPTION_LENGTH = 180;

// R118
export function SavedCard({ place }: { place: PlaceResponse }) {
  const [category] = place.categories;
  const website = websiteHref(place.website);
  const description = excerpt(place.description, MAX_DESCRIPTION_LENGTH);
  return (
    <article className={card.card}>
      <div className={`${card.frame} ${styles.frame}`}>
        <Image sources={imageSources({ ...place, mainCategory: category?.slug })} alt="" sizes={CARD_SIZES} />
        <LikeButton place={{ id: place.id, name: place.name }} className={card.like} />
      </div>
      <div className={`${card.text} ${styles.body}`}>
        {category && (
          <p className={styles.badge}>
            <CategoryLabel category={category} />
          </p>
        )}
        <h2 className={styles.name} dir="auto">
          {place.name}
        </h2>
        {place.alerts[0] && <AlertChip level={place.alerts[0].level} />}
        {place.address && (
          <p className={styles.muted} dir="auto">
            {place.address}
          </p>
        )}
        {place.rating !== null && (
          <p className={card.rating}>
            <Star size={16} fill="currentColor" aria-hidden />
            <span className="visually-hidden">{t("rating")} </span>
            {place.rating.toFixed(1)}
            {place.reviewCount > 0 && (
              <span className={`${styles.muted} ${styles.reviews}`}>
                {t("reviews", { count: place.reviewCount })}
              </span>
            )}
          </p>
        )}
        {description && (
          <p className={styles.muted} dir="auto">
            {description}
          </p>
        )}
        <p className={styles.actions}>
          <IntentLink className={button.primary} href={placePath(place.slug)} scroll={false}>
            {t.rich("details", {
              name: isolateBidi(place.name),
              hidden,
            })}
          </IntentLink>
          {website && (
            <WebsiteLink href={website} className={button.secondary} place={place.name}>
              {t("website")}
            </WebsiteLink>
          )}
        </p>
      </div>
    </article>
  );
}
