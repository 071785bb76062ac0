import { TimeInput } from "../form/TimeInput";
import { t } from "../messages/articles.gen";

/** The publication time on the clock of the region. */
export function PublicationInput() {
  return (
    <TimeInput
      source="publicationDate"
      label={t("fields.publicationDate")}
      required
      action={{ label: t("date.now"), value: () => new Date().toISOString() }}
    />
  );
}
