import { Box, Button, FormHelperText } from "@mui/material";
import { contractResolver } from "@karst/web/contractResolver";
import { useContractForm } from "@karst/web/forms";
import { useImperativeHandle, useRef } from "react";
import { TextInput, useWrappedSource } from "react-admin";
import { FormProvider, useController, useFormContext } from "react-hook-form";
import { useZone } from "../../audit/useZone";
import { ChoiceInput } from "../../form/ChoiceInput";
import { reveal } from "../../form/Fold";
import { Items } from "../../form/Items";
import { t } from "../../messages/placeForm.gen";
import { dayIn } from "../checks";
import { AUDIENCES, BLANK_PRICE, priceList, priceRows, pricesJson, UNITS, type PriceText } from "../prices";
import type { PlaceText } from "../shape";
import { focusFault } from "./focusFault";
import { useJsonRows } from "./useJsonRows";

const MAX_PRICES = 30;

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
        <Rows />
      </FormProvider>
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  );
}

function Rows() {
  const today = dayIn(useZone(), new Date().toISOString());
  return (
    <Items
      source="prices"
      itemName={(number) => t("price.name", { number })}
      summaryOf={({ label, amount, amountTo, currency }) =>
        [label, amount && `${[amount, amountTo].filter(Boolean).join("–")} ${currency}`]
          .filter(Boolean)
          .join(" · ")
      }
      addLabel={t("price.add")}
      emptyText={t("price.none")}
      blank={{ ...BLANK_PRICE, checkedAt: today }}
      most={MAX_PRICES}
    >
      <TextInput source="label" label={t("price.label")} helperText={t("price.labelHint")} />
      <ChoiceInput
        source="per"
        label={t("price.per")}
        values={UNITS}
        labelOf={(value) => t("price.unit", { value })}
      />
      <TextInput
        source="amount"
        label={t("price.amount")}
        helperText={t("price.amountHint")}
        type="number"
        required
        slotProps={{ htmlInput: { min: 0, step: 1 } }}
      />
      <TextInput
        source="amountTo"
        label={t("price.amountTo")}
        helperText={t("price.amountToHint")}
        type="number"
        slotProps={{ htmlInput: { min: 0, step: 1 } }}
      />
      <TextInput source="currency" label={t("price.currency")} slotProps={{ htmlInput: { maxLength: 3 } }} />
      <ChoiceInput
        source="audience"
        label={t("price.audience")}
        values={AUDIENCES}
        labelOf={(value) => t("price.audienceOf", { value })}
      />
      <TextInput
        source="checkedAt"
        label={t("price.checkedAt")}
        helperText={t("price.checkedAtHint")}
        required
      />
      <CheckedToday today={today} />
    </Items>
  );
}

/** Sets the date of a price's check to today. */
function CheckedToday({ today }: { today: string }) {
  const source = useWrappedSource("checkedAt");
  const { setValue } = useFormContext<RowsForm>();
  return (
    <Box>
      <Button
        variant="outlined"
        onClick={() =>
          setValue(source as "prices.0.checkedAt", today, { shouldDirty: true, shouldValidate: true })
        }
      >
        {t("price.today")}
      </Button>
    </Box>
  );
}
