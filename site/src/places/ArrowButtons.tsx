import { ChevronLeft, ChevronRight } from "lucide-react";
import { t } from "@/messages/photos.gen";
import { IconButton } from "@/ui/IconButton";
import styles from "./ArrowButtons.module.css";

/** The buttons at both ends of a row of photos. Their parent is positioned. */
export function ArrowButtons({ move }: { move: (step: -1 | 1) => void }) {
  return (
    <>
      <IconButton
        className={`${styles.previous} needs-scripts no-print`}
        icon={ChevronLeft}
        label={t("previous")}
        variant="raised"
        onClick={() => move(-1)}
      />
      <IconButton
        className={`${styles.next} needs-scripts no-print`}
        icon={ChevronRight}
        label={t("next")}
        variant="raised"
        onClick={() => move(1)}
      />
    </>
  );
}
