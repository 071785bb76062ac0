"use client";

import { useEffect, useSyncExternalStore } from "react";
import { Heart } from "lucide-react";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/likes.gen";
import styles from "./LikeButton.module.css";
import { initializeLikes, isLiked, subscribeToLikes, toggleLike } from "./likesStore";

type Props = { place: { id: number; name: string }; className?: string };

/**
 * The heart of a place. All hearts of a place share one state, such as in a dialog and on the card behind it (R80). The
 * HTML has empty hearts; the account's likes follow when its session is known.
 */
export function LikeButton({ place, className = "" }: Props) {
  const isPressed = useSyncExternalStore(
    subscribeToLikes,
    () => isLiked(place.id),
    () => false,
  );
  useEffect(initializeLikes, []);
  return (
    <button
      type="button"
      className={`${styles.heart} needs-scripts no-print ${className}`}
      aria-pressed={isPressed}
      aria-label={t("save", { name: isolateBidi(place.name) })}
      onClick={() => void toggleLike(place)}
    >
      <Heart size={22} aria-hidden />
    </button>
  );
}
