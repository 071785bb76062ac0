"use client";

import { ArticleMissing } from "@/articles/ArticleMissing";
import { texts } from "@/texts";
import button from "@/ui/button.module.css";

/** The article could not be fetched; it may be there when asked for again. */
export default function ArticleFailed({ reset }: { reset: () => void }) {
  return (
    <ArticleMissing>
      <button type="button" className={button.secondary} onClick={reset}>
        {texts.error.again}
      </button>
    </ArticleMissing>
  );
}
