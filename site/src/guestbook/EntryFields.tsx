import { storyTexts } from "@/texts/story";
import { RadioGroup } from "@/ui/RadioGroup";
import { Field } from "@/ui/Field";
import type { EntryFormState } from "./useEntryForm";

const words = storyTexts;

type Props<Name extends string> = { field: EntryFormState<Name>["field"] };

/** What happened, in somebody's own words. */
export function MessageField({ field, hint }: Props<"message"> & { hint?: string }) {
  const { input, error } = field("message");
  return (
    <Field label={words.fields.message} hint={hint} error={error}>
      {(inputProps) => <textarea {...input} {...inputProps} rows={5} required />}
    </Field>
  );
}

/** Stars in words (row 76). Where none have to be given, none can be chosen again. */
export function RatingField({ field, isRequired }: Props<"rating"> & { isRequired: boolean }) {
  const { input, error } = field("rating");
  const ratings = ([5, 4, 3, 2, 1] as const).map((stars) => ({
    value: String(stars),
    label: `${stars} ${words.ratings[stars]}`,
  }));
  return (
    <RadioGroup
      legend={isRequired ? words.fields.rating : words.optional(words.fields.rating)}
      error={error}
      choices={isRequired ? ratings : [...ratings, { value: "", label: words.noRating }]}
      input={{ ...input, required: isRequired }}
    />
  );
}

export function NationalityField({ field }: Props<"nationality">) {
  const { input, error } = field("nationality");
  return (
    <Field label={words.optional(words.fields.nationality)} error={error}>
      {(inputProps) => <input {...input} {...inputProps} type="text" autoComplete="country-name" />}
    </Field>
  );
}
