import { Stack } from "@mui/material";
import { check } from "@karst/web/check";
import { useState } from "react";
import { TextInput } from "react-admin";
import { useLocation, useNavigate } from "react-router-dom";
import { DialogForm } from "../form/DialogForm";
import { useRecordForm } from "../form/useRecordForm";
import { t } from "../messages/articles.gen";
import { PublicationInput } from "./PublicationInput";
import { useNewArticle, type ArticleStart } from "./newArticle";
import { toForm, toText } from "./shape";

const FIELDS = ["title", "author", "publicationDate"] as const;

function shape(start: ArticleStart): ArticleStart {
  const { title = "", author = "", publicationDate = "" } = toForm({ ...toText(), ...start });
  return { title, author, publicationDate };
}

/** The API stores whole articles only, so this dialog checks the rules of its three fields separately. */
const ownFaults = (start: ArticleStart) =>
  check("ArticleRequest", shape(start)).filter(({ field }) => FIELDS.some((one) => one === field));

/** Add Article: title, author and date; the page for a new article continues with them. Nothing is stored yet. */
export function ArticleCreate({ onClose }: { onClose: () => void }) {
  const { title, author, publicationDate } = useNewArticle();
  const [start] = useState<ArticleStart>({ title, author, publicationDate });
  const navigate = useNavigate();
  const { search } = useLocation();
  const state = useRecordForm({
    start,
    form: "ArticleChanges",
    shape,
    ownFaults,
    save: async (given) => ({
      isSaved: true,
      // Back leads to the list, not to this dialog.
      onDone: () => void navigate({ pathname: "/articles/new", search }, { state: { given }, replace: true }),
    }),
  });
  return (
    <DialogForm title={t("add")} state={state} saveLabel={t("continue")} onClose={onClose}>
      <Stack spacing={2}>
        <TextInput source="title" label={t("fields.title")} required autoFocus />
        <TextInput source="author" label={t("fields.author")} required />
        <PublicationInput />
      </Stack>
    </DialogForm>
  );
}
