"use client";

import { useEffect, useSyncExternalStore } from "react";
import { Heart } from "lucide-react";
import { likesTexts } from "@/texts/likes";
import styles from "./LikeButton.module.css";
import { initializeLikes, likes, toggleLike } from "./likesStore";

type Props = { place: { id: number; name: string }; className?: string };

/**
 * The heart on a place. All hearts of a place on a page are one: a dialog's and the card's behind it agree (row 80).
 * A page comes with unlit hearts; whose are lit is known once it is known who is signed in.
 */
export function LikeButton({ place, className = "" }: Props) {
  const isLiked = useSyncExternalStore(
    likes.subscribe,
    () => likes.isLiked(place.id),
    () => false,
  );
  useEffect(initializeLikes, []);
  return (
    <button
      type="button"
      className={`${styles.heart} ${className}`}
      aria-pressed={isLiked}
      aria-label={likesTexts.save(place.name)}
      onClick={() => void toggleLike(place)}
    >
      <Heart size={22} aria-hidden />
    </button>
  );
}
