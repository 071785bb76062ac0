import type { ArticleRequest as Form, ArticleResponse } from "@karst/client";
import { useState } from "react";
import { useCreate } from "react-admin";
import { useLocation, useNavigate } from "react-router-dom";
import { notSaved, type Outcome } from "../form/useRecordForm";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/articles.gen";
import { ArticleForm } from "./ArticleForm";
import { BackToArticles } from "./BackToArticles";
import { useNewArticle, type ArticleStart } from "./newArticle";
import { PublishStatus } from "./PublishStatus";

/** The page of a new article, with what the dialog Add Article asked for. */
export default function ArticleNew() {
  const start = useNewArticle();
  const { state, search } = useLocation();
  const [given] = useState((state as { given?: ArticleStart } | null)?.given);
  const [create] = useCreate<ArticleResponse>();
  const navigate = useNavigate();
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
      const onDone = () => void navigate({ pathname: `/articles/${article.id}`, search }, { replace: true });
      return { isSaved: true, onDone };
    } catch (error) {
      toast.failed(t("failed.create"), error, t("expired"));
      return notSaved(error);
    }
  }

  return (
    <Page title={t("new")} before={<BackToArticles />}>
      <ArticleForm start={start} given={given} form="ArticleRequest" save={save} />
    </Page>
  );
}
