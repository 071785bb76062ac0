import type { ReactNode } from "react";
import { illustrationPath } from "@karst/web/illustrations";
import message from "@/ui/Message.module.css";
import { topicPath } from "@/lib/paths";
import { t } from "@/messages/article.gen";
import button from "@/ui/button.module.css";
import { IntentLink } from "@/ui/IntentLink";

/** The message for a missing or failed article (R92). `children` are further actions. */
export function ArticleNotFound({ children }: { children?: ReactNode }) {
  return (
    <div className={message.message}>
      <div className={message.image}>
        <img src={illustrationPath("cave", 404)} alt="" loading="lazy" />
      </div>
      <h1>{t("notFound.title")}</h1>
      <p>{t("notFound.text")}</p>
      <p className={message.actions}>
        <IntentLink className={button.primary} href={topicPath(null)}>
          {t("back")}
        </IntentLink>
        {children}
      </p>
    </div>
  );
}
