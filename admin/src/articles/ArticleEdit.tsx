import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import { Button } from "@mui/material";
import type { ArticleRequest as Form, ArticleResponse, Draft } from "@karst/client";
import { useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { useZone } from "../audit/useZone";
import { useDraftEditing } from "../drafts/useDraftEditing";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditOnPage } from "../form/EditRecord";
import { HistoryButton } from "../history/HistoryButton";
import { useNow } from "../kit/useNow";
import { dateOfField } from "../kit/zone";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/articles.gen";
import { t as tCommon } from "../messages/common.gen";
import { ArticleForm } from "./ArticleForm";
import { BackToArticles } from "./BackToArticles";
import { DeleteArticle } from "./DeleteArticle";
import { PublishStatus } from "./PublishStatus";
import { sitePath, statusOf, toForm, toText, type ArticleText } from "./shape";
import { StatusBadge } from "./StatusBadge";

/** The page of one article. */
export default function ArticleEdit() {
  const { id = "" } = useParams();
  return (
    <EditOnPage<ArticleResponse>
      key={id}
      resource="articles"
      id={Number(id)}
      title={t("edit")}
      words={{ loading: t("loadingOne"), failed: t("failed.fetch") }}
      draftOf={{ kind: "articles", id }}
    >
      {(article, draft) => <Editor article={article} draft={draft} />}
    </EditOnPage>
  );
}

function Editor({ article, draft }: { article: ArticleResponse; draft: Draft | null }) {
  const toast = useToast();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const now = useNow(10_000);
  const { base, conflict, adopt, ...editing } = useDraftEditing<ArticleResponse, ArticleText, Form>({
    recordKey: { kind: "articles", id: String(article.id) },
    draft,
    isPublic: (stored) => statusOf(stored, now) === "live",
    resource: "articles",
    record: article,
    toText,
    toForm,
    failed: t("failed.update"),
    expired: t("expired"),
    onSaved: (saved) => toast.done(t("done.update"), <PublishStatus article={saved} />, saved.warnings),
  });
  const isLive = editing.drafting.isPublic;
  const zone = useZone();
  return (
    <Page
      title={base.title}
      before={<BackToArticles />}
      beside={<StatusBadge article={base} />}
      actions={
        <>
          {isLive && (
            <Button
              href={sitePath(base)}
              target="_blank"
              rel="noopener"
              startIcon={<OpenInNew aria-hidden />}
            >
              {t("view")}
            </Button>
          )}
          <HistoryButton kind="articles" id={base.id} name={base.title} onRestored={adopt} />
          <Button color="error" startIcon={<DeleteOutlined aria-hidden />} onClick={() => setDeleting(true)}>
            {tCommon("delete")}
          </Button>
        </>
      }
    >
      <ArticleForm {...editing} article={base} form="ArticleChanges" />
      <ConflictDialog
        title={t("conflict")}
        conflict={conflict}
        labelOf={(field) => t(`fields.${field}`)}
        wordOf={(field, text) => dateOfField(zone, field, text[field])}
      />
      <DeleteArticle
        article={isDeleting ? base : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate({ pathname: "/articles", search })}
      />
    </Page>
  );
}
