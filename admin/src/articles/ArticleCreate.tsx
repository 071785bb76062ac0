import type { ArticleRequest as Form, ArticleResponse } from "@karst/client";
import { useState } from "react";
import { HttpError, useCreate } from "react-admin";
import type { Outcome } from "../form/useRecordForm";
import { useAccount } from "../identity/useAccount";
import { useToast } from "../layout/Toasts";
import { ArticleForm } from "./ArticleForm";
import { PublicMark } from "./PublicMark";
import { toText } from "./shape";
import { words } from "./words";

/** Add Article: by whoever is signed in, now, unless one says otherwise. */
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
      toast.done(words.done.create, <PublicMark article={article} />, article.warnings);
      return { isSaved: true, onDone: onClose };
    } catch (error) {
      toast.failed(words.failed.create, error, words.expired);
      const body = error instanceof HttpError ? error.body : undefined;
      return { isSaved: false, sentences: body?.errors as Record<string, string> | undefined };
    }
  }

  return (
    <ArticleForm
      title={words.form.add}
      start={start}
      form="ArticleRequest"
      save={save}
      saveLabel={words.form.create}
      onClose={onClose}
    />
  );
}
