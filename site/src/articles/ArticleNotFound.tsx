import type { ReactNode } from "react";
import message from "@/ui/Message.module.css";
import { illustrationPath, topicPath } from "@/lib/paths";
import { articleTexts } from "@/texts/article";
import button from "@/ui/button.module.css";
import { IntentLink } from "@/ui/IntentLink";

/** There is no such article, or it could not be fetched (row 92). `children` are further ways out. */
export function ArticleMissing({ children }: { children?: ReactNode }) {
  return (
    <div className={message.message}>
      <div className={message.image}>
        <img src={illustrationPath("cave", 404)} alt="" loading="lazy" />
      </div>
      <h1>{articleTexts.notFound}</h1>
      <p>{articleTexts.notFoundText}</p>
      <p className={message.actions}>
        <IntentLink className={button.primary} href={topicPath(null)}>
          {articleTexts.back}
        </IntentLink>
        {children}
      </p>
    </div>
  );
}
