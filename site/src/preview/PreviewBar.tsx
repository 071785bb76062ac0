import { Eye, TriangleAlert } from "lucide-react";
import { currentLocale } from "@karst/web/messages";
import { t } from "@/messages/preview.gen";
import type { Preview } from "./preview";
import styles from "./Preview.module.css";

type Props = {
  preview: Pick<Preview, "kind" | "publishAt" | "errors">;
  timeZone: string;
};

/** Says that the page is a preview, when it goes live, and what it does not show. */
export function PreviewBar({ preview: { kind, publishAt, errors }, timeZone }: Props) {
  return (
    <section className={`${styles.bar} no-print`} aria-label={t("label")}>
      <p>
        <Eye size={18} aria-hidden />
        <strong>{t("notPublished")}</strong>
        {publishAt && <span>{t("goesLive", { time: timeIn(timeZone, publishAt) })}</span>}
        {kind === "settings" && <span>{t("settings")}</span>}
      </p>
      {errors.length > 0 && (
        <p>
          <TriangleAlert size={18} aria-hidden />
          <span dir="auto">
            {t("errors", { messages: errors.map(({ message }) => message).join(" · ") })}
          </span>
        </p>
      )}
    </section>
  );
}

/** `November 29, 2026 at 8:00 AM`, in the region's time zone. */
function timeIn(timeZone: string, time: string): string {
  const format = new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  });
  return format.format(new Date(time));
}
