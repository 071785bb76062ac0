import type { ArticleRequest as Form, ArticleResponse } from "@karst/client";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useCreating } from "../form/useCreating";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/articles.gen";
import { ArticleForm } from "./ArticleForm";
import { BackToArticles } from "./BackToArticles";
import { useNewArticle, type ArticleStart } from "./newArticle";
import { PublishStatus } from "./PublishStatus";

/** The page of a new article, with the values from the dialog Add Article. */
export default function ArticleNew() {
  const start = useNewArticle();
  const { state, search } = useLocation();
  const [given] = useState((state as { given?: ArticleStart } | null)?.given);
  const navigate = useNavigate();
  const toast = useToast();
  const save = useCreating<ArticleResponse, Partial<Form>>({
    resource: "articles",
    failed: t("failed.create"),
    expired: t("expired"),
    onCreated: (article) => {
      toast.done(t("done.create"), <PublishStatus article={article} />, article.warnings);
      return () => void navigate({ pathname: `/articles/${article.id}`, search }, { replace: true });
    },
  });

  return (
    <Page title={t("new")} before={<BackToArticles />}>
      <ArticleForm start={start} given={given} form="ArticleRequest" save={save} />
    </Page>
  );
}
