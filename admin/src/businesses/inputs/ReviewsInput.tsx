import { Box, Button, FormHelperText } from "@mui/material";
import { contractResolver } from "@karst/web/contractResolver";
import { useContractForm } from "@karst/web/forms";
import { useImperativeHandle, useMemo, useRef, useState } from "react";
import { TextInput } from "react-admin";
import { FormProvider, useController, type UseFormReturn } from "react-hook-form";
import { reveal } from "../../form/Fold";
import { Items } from "../../form/Items";
import { t } from "../../messages/placeForm.gen";
import { BLANK_REVIEW, reviewList, reviewRows, reviewsJson, type ReviewText } from "../reviews";
import type { PlaceText } from "../shape";
import { focusFault } from "./focusFault";
import { TextIn } from "./TextIn";
import { useJsonRows } from "./useJsonRows";

const MAX_REVIEWS = 100;
const monospace = {
  htmlInput: { spellCheck: false, style: { fontFamily: "ui-monospace, monospace", fontSize: "0.8125rem" } },
};

/** The reviews as rows, or as JSON (R133). The form holds the JSON, so text that is not a list of reviews is kept. */
export function ReviewsInput() {
  const { field, fieldState } = useController<PlaceText, "reviews">({ name: "reviews" });
  const rows = useMemo(() => reviewRows(field.value), [field.value]);
  const { form, handleSubmit } = useContractForm<RowsForm>({
    defaultValues: { reviews: rows ?? [] },
    resolver,
    mode: "onTouched",
    reveal,
  });
  useJsonRows(form, { json: field.value, onChange: field.onChange, read: readRows, write: writeRows });
  const [wantsText, setWantsText] = useState(false);
  const isText = wantsText || !rows;
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(field.ref, () => ({
    focus: () => {
      // Validating the rows focuses the invalid input. An error of the list itself has no input.
      const focusList = async () => focusFault(box.current);
      void (isText ? focusList() : handleSubmit(focusList)());
    },
  }));
  const label = t("fields.reviews");
  return (
    <Box
      ref={box}
      role="group"
      aria-label={label}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) field.onBlur();
      }}
    >
      {isText ? (
        // Typing stays in the text input when the text becomes a list of reviews.
        <Box onFocus={() => setWantsText(true)}>
          <TextIn
            source="reviews"
            hint={t(rows ? "hints.reviews" : "hints.notRows")}
            multiline
            rows={6}
            placeholder={JSON.stringify([{ author: "Linh T.", rating: 5, text: t("exampleReview") }])}
            slotProps={monospace}
          />
        </Box>
      ) : (
        <>
          <Rows form={form} />
          {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
        </>
      )}
      <Button
        sx={{ mt: 1 }}
        aria-label={t(isText ? "asItems.name" : "asText.name", { field: label })}
        disabled={!rows}
        onClick={() => setWantsText(!isText)}
      >
        {t(isText ? "asItems.label" : "asText.label")}
      </Button>
    </Box>
  );
}

interface RowsForm {
  reviews: ReviewText[];
}

const readRows = (json: string): RowsForm => ({ reviews: reviewRows(json) ?? [] });
const writeRows = ({ reviews }: RowsForm): string => reviewsJson(reviews);

function Rows({ form }: { form: UseFormReturn<RowsForm> }) {
  return (
    <FormProvider {...form}>
      <Items
        source="reviews"
        itemName={(number) => t("review.name", { number })}
        summaryOf={({ author, rating }) => [author, rating].filter(Boolean).join(" · ")}
        addLabel={t("review.add")}
        emptyText={t("review.none")}
        blank={BLANK_REVIEW}
        most={MAX_REVIEWS}
      >
        <TextInput source="author" label={t("review.author")} required />
        <TextInput
          source="rating"
          label={t("review.rating")}
          type="number"
          required
          slotProps={{ htmlInput: { min: 1, max: 5, step: 0.1 } }}
        />
        <Box sx={{ gridColumn: "1 / -1" }}>
          <TextInput source="text" label={t("review.text")} multiline rows={2} required />
        </Box>
      </Items>
    </FormProvider>
  );
}

const resolver = contractResolver<RowsForm>(
  "PlaceChanges",
  ({ reviews }) => ({ reviews: reviewList(reviews) }),
  // Each violation is shown at its own input.
  (violation) => violation,
);
