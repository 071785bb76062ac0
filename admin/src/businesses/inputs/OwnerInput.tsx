import { TextField } from "@mui/material";
import { useController } from "react-hook-form";
import { useAccount } from "../../identity/useAccount";
import { t } from "../../messages/placeForm.gen";
import { AccountSelect } from "../../users/AccountSelect";
import type { PlaceText } from "../shape";
import { useMaySetAdminFields } from "./adminFields";

/** The owner of a place. Owners see their own name; the names of other accounts are for admins. */
export function OwnerInput() {
  const { field, fieldState } = useController<PlaceText, "ownerId">({ name: "ownerId" });
  const { account, may } = useAccount();
  const maySet = useMaySetAdminFields();
  if (maySet && may("manageUsers")) {
    return (
      <AccountSelect
        label={t("fields.ownerId")}
        placeholder={t("owner.search")}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={fieldState.invalid}
        helperText={fieldState.error?.message ?? t("hints.ownerId")}
      />
    );
  }
  if (!account || field.value !== account.uid) return null;
  return (
    <TextField
      label={t("fields.ownerId")}
      value={account.displayName ? `${account.displayName} · ${account.email}` : account.email}
      helperText={t("adminOnly")}
      slotProps={{ input: { readOnly: true } }}
    />
  );
}
