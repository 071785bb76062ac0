import { Button } from "@mui/material";
import type { ArticleRequest as Form, ArticleResponse } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Drafting } from "../drafts/drafting";
import { FormOnPage } from "../form/FormOnPage";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { t } from "../messages/articles.gen";
import { t as tCommon } from "../messages/common.gen";
import { ArticleFields } from "./ArticleFields";
import type { ArticleStart } from "./newArticle";
import { Publishing } from "./Publishing";
import { toForm, type ArticleText } from "./shape";

const ArticlePreview = lazy(() => import("./ArticlePreview"));

interface ArticleFormProps {
  /** The stored article; undefined for a new one. */
  article?: ArticleResponse;
  start: ArticleText;
  stored?: ArticleText;
  drafting?: Drafting;
  /** Values from the dialog Add Article. They count as unsaved changes. */
  given?: ArticleStart;
  form: FormName;
  save: (form: Partial<Form>) => Promise<Outcome>;
}

/** The form of an article, with a preview. */
export function ArticleForm({ article, given, ...options }: ArticleFormProps) {
  const state = useRecordForm({
    ...options,
    shape: toForm,
    copyName: `articles/${article?.id ?? "new"}`,
  });
  const { drafting } = state;
  const publish = () =>
    drafting?.draft ? void state.send((body) => drafting.publish(body, true), true) : state.submit();
  const [previewed, setPreviewed] = useState<ArticleText | null>(null);
  useGiven(given, (values) => {
    for (const field of ["title", "author", "publicationDate"] as const)
      state.form.setValue(field, values[field], { shouldDirty: true });
  });
  return (
    <>
      <FormOnPage
        state={state}
        title={t("form")}
        saveLabel={tCommon("save")}
        maxWidth="none"
        preview={{}}
        actions={
          <>
            <Publishing article={article} onPublish={publish} />
            <Button onClick={() => setPreviewed(state.form.getValues())}>{t("preview.title")}</Button>
          </>
        }
      >
        <ArticleFields />
      </FormOnPage>
      {previewed && (
        <Suspense>
          <ArticlePreview
            article={previewed}
            id={article?.id}
            isStored={article !== undefined && !state.isDirty}
            onClose={() => setPreviewed(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Fills in the given values once. After a reload, the unsaved copy has them and all that was typed since. */
function useGiven(given: ArticleStart | undefined, fill: (given: ArticleStart) => void) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const fillOnce = useEffectEvent((values: ArticleStart) => {
    fill(values);
    void navigate({ search }, { replace: true, state: null });
  });
  useEffect(() => {
    if (given) fillOnce(given);
  }, [given]);
}
