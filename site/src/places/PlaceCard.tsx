import { BadgeCheck, Navigation, Star } from "lucide-react";
import type { Category } from "@/categories/find";
import { CategoryLabel } from "@/categories/CategoryLabel";
import { placePath } from "@/lib/paths";
import { LikeButton } from "@/likes/LikeButton";
import { cardTexts } from "@/texts/card";
import { IntentLink } from "@/ui/IntentLink";
import { Image } from "@/ui/Image";
import { locationClaim } from "./location";
import { OpenState } from "./OpenState";
import styles from "./PlaceCard.module.css";
import { CARD_SIZES, pictureSources } from "./picture";
import type { PlaceSummary } from "./summary";

type Props = {
  place: PlaceSummary;
  /** The place's main category. */
  category: Pick<Category, "name" | "color"> | undefined;
  /** How deep the card stands in its page's headings. */
  heading?: "h2" | "h3";
  /** Among the first cards on the page: its picture is loaded at once. */
  isFirst?: boolean;
  /** The region's, where the card is to say whether the place is open. */
  timeZone?: string;
  /** How far away it is, where that is asked for. */
  distanceKm?: number;
  /** Pointed at on the map. */
  isHighlighted?: boolean;
};

/** A place in a list. The whole card leads to the place. */
export function PlaceCard({
  place,
  category,
  heading: Heading = "h3",
  isFirst,
  isHighlighted,
  ...props
}: Props) {
  const { timeZone, distanceKm } = props;
  const claim = locationClaim(place) ?? undefined;
  return (
    <article
      className={styles.card}
      data-highlighted={isHighlighted || undefined}
      data-premium={place.isPremium}
    >
      <div className={styles.frame}>
        <Image
          sources={pictureSources({ ...place, mainCategory: place.categories[0] })}
          alt=""
          sizes={CARD_SIZES}
          isPriority={isFirst}
        />
        <LikeButton place={{ id: place.id, name: place.name }} className={styles.heart} />
      </div>
      <div className={styles.words}>
        <Heading className={styles.name} dir="auto">
          <IntentLink href={placePath(place.slug)} scroll={false}>
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
        {timeZone && place.opening && <OpenState opening={place.opening} timeZone={timeZone} isShort />}
        <p className={styles.facts}>
          {category && <CategoryLabel category={category} />}
          {place.rating !== undefined && (
            <span className={styles.rating} title={cardTexts.ratingOf(place.rating)}>
              <Star size={14} fill="currentColor" aria-hidden />
              <span className="visually-hidden">{cardTexts.rating} </span>
              {place.rating.toFixed(1)}
            </span>
          )}
          {distanceKm !== undefined && (
            <span className={styles.distance}>
              <Navigation size={14} aria-hidden />
              <span className="visually-hidden">{cardTexts.distance} </span>
              {cardTexts.distanceOf(distanceKm, place.isApproximate === true)}
            </span>
          )}
          {place.isVerified && (
            <span className={styles.verified} title={claim}>
              <BadgeCheck size={16} aria-hidden />
              <span className="visually-hidden">{claim}</span>
            </span>
          )}
        </p>
      </div>
    </article>
  );
}
