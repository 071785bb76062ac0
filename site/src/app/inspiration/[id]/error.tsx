"use client";

import { ArticleNotFound } from "@/articles/ArticleNotFound";
import { errorTexts } from "@/texts/error";
import button from "@/ui/button.module.css";

/** The message for an article that failed to load, with a button to try again. */
export default function ArticleError({ reset }: { reset: () => void }) {
  return (
    <ArticleNotFound>
      <button type="button" className={button.secondary} onClick={reset}>
        {errorTexts.retry}
      </button>
    </ArticleNotFound>
  );
}
