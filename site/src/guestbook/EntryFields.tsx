import { storyTexts } from "@/texts/story";
import { RadioGroup } from "@/ui/RadioGroup";
import { Field } from "@/ui/Field";
import type { EntryFormState } from "./useEntryForm";

const texts = storyTexts;

type Props<Name extends string> = { field: EntryFormState<Name>["field"] };

export function MessageField({ field, hint }: Props<"message"> & { hint?: string }) {
  const { input, error } = field("message");
  return (
    <Field label={texts.fields.message} hint={hint} error={error}>
      {(inputProps) => <textarea {...input} {...inputProps} rows={5} required />}
    </Field>
  );
}

/** A rating of one to five stars (R76). An optional rating can be cleared. */
export function RatingField({ field, isRequired }: Props<"rating"> & { isRequired: boolean }) {
  const { input, error } = field("rating");
  const options = ([5, 4, 3, 2, 1] as const).map((stars) => ({
    value: String(stars),
    label: `${stars} ${texts.ratings[stars]}`,
  }));
  return (
    <RadioGroup
      legend={isRequired ? texts.fields.rating : texts.optional(texts.fields.rating)}
      error={error}
      options={isRequired ? options : [...options, { value: "", label: texts.noRating }]}
      inputProps={{ ...input, required: isRequired }}
    />
  );
}

export function NationalityField({ field }: Props<"nationality">) {
  const { input, error } = field("nationality");
  return (
    <Field label={texts.optional(texts.fields.nationality)} error={error}>
      {(inputProps) => <input {...input} {...inputProps} type="text" autoComplete="country-name" />}
    </Field>
  );
}
