import { Box, Button } from "@mui/material";
import { TextInput, useWrappedSource } from "react-admin";
import { useFormContext } from "react-hook-form";
import { useZone } from "../../audit/useZone";
import { ChoiceInput } from "../../form/ChoiceInput";
import { Items } from "../../form/Items";
import { t } from "../../messages/placeForm.gen";
import { dayIn } from "../checks";
import { AUDIENCES, BLANK_PRICE, rowSummary, UNITS } from "../prices";

const MAX_PRICES = 30;

/** The prices of the form or of the item around them as rows. */
export function PriceRows() {
  const today = dayIn(useZone(), new Date().toISOString());
  return (
    <Items
      source="prices"
      itemName={(number) => t("price.name", { number })}
      summaryOf={rowSummary}
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

/** Sets the date of the check of its item. */
function CheckedToday({ today }: { today: string }) {
  const source = useWrappedSource("checkedAt");
  const { setValue } = useFormContext();
  return (
    <Box>
      <Button
        variant="outlined"
        onClick={() => setValue(source, today, { shouldDirty: true, shouldValidate: true })}
      >
        {t("price.today")}
      </Button>
    </Box>
  );
}
