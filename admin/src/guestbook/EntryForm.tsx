import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Typography,
} from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { flushSync } from "react-dom";
import { FormProvider, useWatch } from "react-hook-form";
import { HistoryLink } from "../audit/HistoryLink";
import { TextArea } from "../form/TextArea";
import { TextInput } from "../form/TextInput";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { useSaveKey } from "../form/useSaveKey";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { CoordinatesInput } from "../map/CoordinatesInput";
import { texts } from "../texts";
import { PlaceInput } from "./PlaceInput";
import type { EntryText } from "./shape";
import { TITLE_ID } from "./titleId";
import { words } from "./words";

const { fields } = words;

interface EntryFormProps<Body> {
  title: string;
  /** The entry as it is stored; a new one without. */
  entry?: AdminEntryResponse;
  start: EntryText;
  form: FormName;
  shape: (text: EntryText) => Body;
  save: (form: Body) => Promise<Outcome>;
  saveLabel: string;
  /** A new one has an author and a point on the map, too. */
  isNew?: boolean;
  onClose: () => void;
}

/** An entry in a dialog. */
export function EntryForm<Body>({
  title,
  entry,
  start,
  form: rules,
  shape,
  save,
  saveLabel,
  isNew,
  onClose,
}: EntryFormProps<Body>) {
  const { form, submit, isSubmitting, isUnreached, isUnsaved } = useRecordForm({
    start,
    form: rules,
    shape,
    save,
  });
  const formRef = useSaveKey(submit);

  function reset() {
    // Drawn first: the inputs have to be known to the form again before one can have the focus.
    flushSync(() => form.reset());
    form.setFocus(isNew ? "authorName" : "message");
  }

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        ref={formRef}
        noValidate
        onSubmit={submit}
        aria-labelledby={TITLE_ID}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0, flexGrow: 1 }}
      >
        <DialogTitle id={TITLE_ID}>{title}</DialogTitle>
        <DialogContent sx={{ flexGrow: 1 }}>
          {entry && (
            <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
              <Typography sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
                <bdi>{entry.authorName || words.anonymous}</bdi>
              </Typography>
              <HistoryLink kind="entry" id={entry.id} />
            </Box>
          )}
          <Fields isNew={isNew} place={entry?.relatedPlace ?? null} />
          {isUnreached && (
            <Alert severity="error" role="status" sx={{ mt: 2 }}>
              {texts.save.unreached}
            </Alert>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 0.5 }}>
          <Button onClick={reset} sx={{ mr: "auto" }}>
            {words.form.reset}
          </Button>
          <Button onClick={onClose}>{words.form.cancel}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isSubmitting}
            aria-keyshortcuts="Control+S"
            sx={{ flexShrink: 0 }}
          >
            {isSubmitting ? words.form.saving : isUnreached ? texts.save.again : saveLabel}
          </Button>
        </DialogActions>
      </Box>
      <UnsavedGuard isUnsaved={isUnsaved} words={words.leave} />
    </FormProvider>
  );
}

function Fields({ isNew, place }: { isNew?: boolean; place: AdminEntryResponse["relatedPlace"] }) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        pt: 1,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
        alignItems: "start",
        "& > .wide": { gridColumn: "1 / -1", minWidth: 0 },
      }}
    >
      {isNew && (
        <>
          <TextInput source="authorName" {...named("authorName")} required autoFocus autoComplete="off" />
          <TextInput source="nationality" {...named("nationality")} autoComplete="off" />
        </>
      )}
      <Box className="wide">
        <MessageInput hasFocus={!isNew} />
      </Box>
      {!isNew && <TextInput source="nationality" {...named("nationality")} autoComplete="off" />}
      <TextInput
        source="rating"
        label={fields.rating.label}
        select
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{words.noRating}</MenuItem>
        {Object.entries(words.ratings)
          .reverse()
          .map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
      </TextInput>
      <PlaceInput place={place} />
      <Box className={isNew ? "wide" : undefined}>
        <TextInput
          source="location"
          label={isNew ? fields.location.label : words.locationOrMap}
          autoComplete="off"
        />
      </Box>
      {isNew && (
        <>
          <Box className="wide">
            <CoordinatesInput
              labels={{ latitude: fields.latitude.label, longitude: fields.longitude.label }}
            />
          </Box>
          <Alert severity="info" className="wide">
            {words.form.atOnce}
          </Alert>
        </>
      )}
    </Box>
  );
}

/** Label and hint of a field. */
function named(field: "authorName" | "nationality") {
  const { label, hint } = fields[field] as { label: string; hint?: string };
  return { label, hint };
}

/** The message, with how long it is: counted as the server does, in code points after NFC. */
function MessageInput({ hasFocus }: { hasFocus: boolean }) {
  const message = useWatch<EntryText, "message">({ name: "message" });
  return (
    <TextInput
      source="message"
      label={fields.message.label}
      hint={words.length([...message.normalize("NFC")].length)}
      required
      Field={TextArea}
      rows={4}
      autoFocus={hasFocus}
    />
  );
}
