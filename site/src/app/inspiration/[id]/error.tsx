"use client";

import { ArticleNotFound } from "@/articles/ArticleNotFound";
import { errorTexts } from "@/texts/error";
import button from "@/ui/button.module.css";

/** The article could not be fetched; it may be there when asked for again. */
export default function ArticleFailed({ reset }: { reset: () => void }) {
  return (
    <ArticleNotFound>
      <button type="button" className={button.secondary} onClick={reset}>
        {errorTexts.again}
      </button>
    </ArticleNotFound>
  );
}
