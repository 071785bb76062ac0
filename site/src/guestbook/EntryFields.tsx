import { t } from "@/messages/entryForm.gen";
import { RadioGroup } from "@/ui/RadioGroup";
import { Field, InputField } from "@/ui/Field";
import type { EntryFormState } from "./useEntryForm";

/** The ratings from best to worst. */
const RATINGS = [
  [5, "rating.excellent"],
  [4, "rating.veryGood"],
  [3, "rating.good"],
  [2, "rating.fair"],
  [1, "rating.poor"],
] as const;

type Props<Name extends string> = { field: EntryFormState<Name>["field"] };

export function MessageField({ field, hint }: Props<"message"> & { hint?: string }) {
  const { input, error } = field("message");
  return (
    <Field label={t("message")} hint={hint} error={error}>
      {(inputProps) => <textarea {...input} {...inputProps} rows={5} required />}
    </Field>
  );
}

/** A rating of one to five stars (R76). An optional rating can be cleared. */
export function RatingField({ field, isRequired }: Props<"rating"> & { isRequired: boolean }) {
  const { input, error } = field("rating");
  const options = RATINGS.map(([stars, key]) => ({ value: String(stars), label: t(key) }));
  return (
    <RadioGroup
      legend={t(isRequired ? "rating.label" : "rating.optional")}
      error={error}
      options={isRequired ? options : [...options, { value: "", label: t("rating.none") }]}
      inputProps={{ ...input, required: isRequired }}
    />
  );
}

export function NationalityField({ field }: Props<"nationality">) {
  const { input, error } = field("nationality");
  return (
    <InputField label={t("nationality")} error={error} {...input} type="text" autoComplete="country-name" />
  );
}
