"use client";

import { ArticleMissing } from "@/articles/ArticleNotFound";
import { t } from "@/messages/error.gen";
import button from "@/ui/button.module.css";

/** The article could not be fetched; it may be there when asked for again. */
export default function ArticleFailed({ reset }: { reset: () => void }) {
  return (
    <ArticleMissing>
      <button type="button" className={button.secondary} onClick={reset}>
        {t("again")}
      </button>
    </ArticleMissing>
  );
}
