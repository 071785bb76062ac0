import { BadgeCheck, Navigation, Star } from "lucide-react";
import { AlertChip } from "@/alerts/AlertChip";
import type { Category } from "@/categories/find";
import { CategoryLabel } from "@/categories/CategoryLabel";
import { placePath } from "@/lib/paths";
import { LikeButton } from "@/likes/LikeButton";
import { t } from "@/messages/placeCard.gen";
import card from "@/ui/card.module.css";
import { IntentLink } from "@/ui/IntentLink";
import { formatDistance } from "./formatDistance";
import { locationLabel } from "./location";
import { Image } from "@/ui/Image";
import { OpenState } from "./OpenState";
import styles from "./PlaceCard.module.css";
import { CARD_SIZES, imageSources } from "./images";
import type { PlaceSummary } from "./summary";

type Props = {
  place: PlaceSummary;
  /** The main category. */
  category: Pick<Category, "name" | "color"> | undefined;
  heading?: "h2" | "h3";
  /** Loads the image eagerly. */
  isFirst?: boolean;
  /** If given, the card shows whether the place is open. */
  timeZone?: string;
  distanceKm?: number;
  isHighlighted?: boolean;
};

/** A place in a list. The whole card is a link. */
export function PlaceCard({
  place,
  category,
  heading: Heading = "h3",
  isFirst,
  isHighlighted,
  ...props
}: Props) {
  const { timeZone, distanceKm } = props;
  const locationText = locationLabel(place) ?? undefined;
  return (
    <article className={`${card.card} ${card.linked}`} data-highlighted={isHighlighted || undefined}>
      <div className={`${card.frame} ${styles.frame}`}>
        <Image
          sources={imageSources({ ...place, mainCategory: place.categories[0] })}
          alt=""
          sizes={CARD_SIZES}
          isPriority={isFirst}
        />
        <LikeButton place={{ id: place.id, name: place.name }} className={card.like} />
      </div>
      <div className={`${card.text} ${styles.body}`}>
        <Heading className={styles.name} dir="auto">
          <IntentLink className="stretched-link" href={placePath(place.slug)} scroll={false}>
            {place.name}
          </IntentLink>
        </Heading>
        {place.localName && (
          <p className={styles.localName} lang="vi" dir="auto">
            {place.localName}
          </p>
        )}
        {place.line && (
          <p className={styles.line} dir="auto">
            {place.line}
          </p>
        )}
        {place.alert && <AlertChip level={place.alert} />}
        {timeZone && place.opening && place.alert !== "closed" && (
          <OpenState opening={place.opening} timeZone={timeZone} isShort />
        )}
        <p className={styles.facts}>
          {category && <CategoryLabel category={category} />}
          {place.rating !== undefined && (
            <span className={card.rating} title={t("ratingOf", { rating: place.rating.toFixed(1) })}>
              <Star size={14} fill="currentColor" aria-hidden />
              <span className="visually-hidden">{t("rating")} </span>
              {place.rating.toFixed(1)}
            </span>
          )}
          {distanceKm !== undefined && (
            <span className={styles.distance}>
              <Navigation size={14} aria-hidden />
              <span className="visually-hidden">{t("distance")} </span>
              {formatDistance(distanceKm, place.isApproximate === true)}
            </span>
          )}
          {place.isVerified && (
            <span className={styles.verified} title={locationText}>
              <BadgeCheck size={16} aria-hidden />
              <span className="visually-hidden">{locationText}</span>
            </span>
          )}
        </p>
      </div>
    </article>
  );
}
