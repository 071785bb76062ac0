import { Alert, Box, Typography } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { HistoryLink } from "../audit/HistoryLink";
import { ChoiceInput } from "../form/ChoiceInput";
import { DialogForm } from "../form/DialogForm";
import { Columns, Wide } from "../form/Group";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { CoordinatesInput } from "../map/CoordinatesInput";
import { t } from "../messages/guestbook.gen";
import { PlaceInput } from "./PlaceInput";
import type { EntryText } from "./shape";

const RATINGS = ["", "5", "4", "3", "2", "1"] as const;
type Rating = Exclude<(typeof RATINGS)[number], "">;

interface EntryFormProps<Body> {
  title: string;
  /** The stored entry; undefined for a new one. */
  entry?: AdminEntryResponse;
  start: EntryText;
  form: FormName;
  shape: (text: EntryText) => Body;
  save: (form: Body) => Promise<Outcome>;
  saveLabel: string;
  /** A new entry also has an author and coordinates. */
  isNew?: boolean;
  onClose: () => void;
}

/** The form of an entry in a dialog. */
export function EntryForm<Body>({
  title,
  entry,
  start,
  form,
  shape,
  save,
  saveLabel,
  isNew,
  onClose,
}: EntryFormProps<Body>) {
  const state = useRecordForm({ start, form, shape, save });
  return (
    <DialogForm
      title={title}
      state={state}
      firstField={isNew ? "authorName" : "message"}
      saveLabel={saveLabel}
      onClose={onClose}
    >
      {entry && (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
          <Typography sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
            <bdi>{entry.authorName || t("anonymous")}</bdi>
          </Typography>
          <HistoryLink kind="entry" id={entry.id} />
        </Box>
      )}
      <Fields isNew={isNew} place={entry?.relatedPlace ?? null} />
    </DialogForm>
  );
}

function Fields({ isNew, place }: { isNew?: boolean; place: AdminEntryResponse["relatedPlace"] }) {
  return (
    <Columns>
      {isNew && (
        <>
          <TextInput
            source="authorName"
            label={t("fields.authorName")}
            helperText={t("authorNameHint")}
            required
            autoFocus
            autoComplete="off"
          />
          <TextInput source="nationality" label={t("fields.nationality")} autoComplete="off" />
        </>
      )}
      <Wide>
        <MessageInput hasFocus={!isNew} />
      </Wide>
      {!isNew && <TextInput source="nationality" label={t("fields.nationality")} autoComplete="off" />}
      <ChoiceInput
        source="rating"
        label={t("fields.rating")}
        values={RATINGS}
        labelOf={(rating) => (rating ? t(`ratings.${rating as Rating}`) : t("noRating"))}
      />
      <PlaceInput place={place} />
      {!isNew && <TextInput source="location" label={t("locationOrMap")} autoComplete="off" />}
      {isNew && (
        <>
          <Wide>
            <TextInput source="location" label={t("fields.location")} autoComplete="off" />
          </Wide>
          <Wide>
            <CoordinatesInput labels={{ latitude: t("fields.latitude"), longitude: t("fields.longitude") }} />
          </Wide>
          <Wide>
            <Alert severity="info">{t("form.approved")}</Alert>
          </Wide>
        </>
      )}
    </Columns>
  );
}

/** The message and its length, counted as the server does: in code points after NFC. */
function MessageInput({ hasFocus }: { hasFocus: boolean }) {
  const message = useWatch<EntryText, "message">({ name: "message" });
  return (
    <TextInput
      source="message"
      label={t("fields.message")}
      helperText={t("length", { count: [...message.normalize("NFC")].length })}
      required
      multiline
      rows={4}
      autoFocus={hasFocus}
    />
  );
}
