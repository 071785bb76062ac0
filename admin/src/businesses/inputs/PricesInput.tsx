import { Box, FormHelperText } from "@mui/material";
import { contractResolver } from "@karst/web/contractResolver";
import { useContractForm } from "@karst/web/forms";
import { useImperativeHandle, useRef } from "react";
import { FormProvider, useController } from "react-hook-form";
import { reveal } from "../../form/Fold";
import { t } from "../../messages/placeForm.gen";
import { priceList, priceRows, pricesJson, type PriceText } from "../prices";
import type { PlaceText } from "../shape";
import { focusFault } from "./focusFault";
import { PriceRows } from "./PriceRows";
import { useJsonRows } from "./useJsonRows";

interface RowsForm {
  prices: PriceText[];
}

const read = (json: string): RowsForm => ({ prices: priceRows(json) });
const write = ({ prices }: RowsForm): string => pricesJson(prices);

const resolver = contractResolver<RowsForm>(
  "PlaceChanges",
  ({ prices }) => ({ prices: priceList(prices) }),
  // Each violation is shown at its own input.
  (violation) => violation,
);

/** The prices as rows (R534). The form of the place holds their JSON. */
export function PricesInput() {
  const { field, fieldState } = useController<PlaceText, "prices">({ name: "prices" });
  const { form, handleSubmit } = useContractForm<RowsForm>({
    defaultValues: read(field.value),
    resolver,
    mode: "onTouched",
    reveal,
  });
  useJsonRows(form, { json: field.value, onChange: field.onChange, read, write });
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(field.ref, () => ({
    focus: () => {
      // Validating the rows focuses the invalid input. An error that only the server finds has no input.
      void handleSubmit(async () => focusFault(box.current))();
    },
  }));
  return (
    <Box
      ref={box}
      role="group"
      aria-label={t("fields.prices")}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) field.onBlur();
      }}
    >
      <FormProvider {...form}>
        <PriceRows />
      </FormProvider>
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  );
}
