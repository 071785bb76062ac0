import type { ArticleRequest as Form, ArticleResponse } from "@karst/client";
import { useState } from "react";
import { useCreate } from "react-admin";
import { notSaved, type Outcome } from "../form/useRecordForm";
import { useAccount } from "../identity/useAccount";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/articles.gen";
import { ArticleForm } from "./ArticleForm";
import { PublishStatus } from "./PublishStatus";
import { toText } from "./shape";

/** Add Article: the author defaults to the account, the publication date to now. */
export function ArticleCreate({ onClose }: { onClose: () => void }) {
  const { account } = useAccount();
  const [start] = useState(() =>
    toText({ author: account?.displayName ?? "", publicationDate: new Date().toISOString() }),
  );
  const [create] = useCreate<ArticleResponse>();
  const toast = useToast();

  async function save(data: Partial<Form>): Promise<Outcome> {
    try {
      const article = await create(
        "articles",
        { data: data as Partial<ArticleResponse> },
        { returnPromise: true },
      );
      if (!article?.id) return { isSaved: false };
      toast.done(t("done.create"), <PublishStatus article={article} />, article.warnings);
      return { isSaved: true, onDone: onClose };
    } catch (error) {
      toast.failed(t("failed.create"), error, t("expired"));
      return notSaved(error);
    }
  }

  return <ArticleForm title={t("add")} start={start} form="ArticleRequest" save={save} onClose={onClose} />;
}
