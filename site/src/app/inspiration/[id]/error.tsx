"use client";

import { t } from "@/messages/error.gen";
import { ArticleNotFound } from "@/articles/ArticleNotFound";
import button from "@/ui/button.module.css";

/** The message for an article that failed to load, with a button to try again. */
export default function ArticleError({ reset }: { reset: () => void }) {
  return (
    <ArticleNotFound>
      <button type="button" className={button.secondary} onClick={reset}>
        {t("retry")}
      </button>
    </ArticleNotFound>
  );
}
