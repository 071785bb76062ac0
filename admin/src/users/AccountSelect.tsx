import { Autocomplete, Box, TextField, type SxProps, type TextFieldProps } from "@mui/material";
import type { UserResponse } from "@karst/client";
import { useMemo, useState } from "react";
import { HttpError, useGetList, useGetOne } from "react-admin";
import { useAccount } from "../identity/useAccount";
import { useRested } from "../kit/useRested";
import { t } from "../messages/common.gen";
import { fullName } from "./shape";

interface AccountSelectProps extends Pick<
  TextFieldProps,
  "error" | "helperText" | "inputRef" | "placeholder"
> {
  label: string;
  /** The id of an account; blank for none. */
  value: string;
  onChange: (id: string) => void;
  onBlur?: () => void;
  sx?: SxProps;
}

interface Choice {
  id: string;
  name: string;
  email: string;
}

const choiceOf = (user: UserResponse): Choice => ({ id: user.id, name: fullName(user), email: user.email });
const labelOf = ({ name, email }: Choice) => (email && email !== name ? `${name} · ${email}` : name);

/**
 * Selects an account, which is searched by name or email. Only for accounts that may list users. react-admin's
 * `AutocompleteInput` shows nothing for a deleted account, and does not update the label when the account has loaded.
 */
export function AccountSelect({
  value,
  onChange,
  onBlur,
  sx,
  error,
  helperText,
  ...field
}: AccountSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const q = useRested(typed.trim());
  const {
    data: found = [],
    isFetching,
    error: searchError,
  } = useGetList<UserResponse>(
    "users",
    { filter: { q }, pagination: { page: 1, perPage: 20 }, sort: { field: "name", order: "ASC" } },
    { enabled: isOpen, placeholderData: (before) => before },
  );
  const name = useAccountName(value) ?? t("account.loading");
  // Another object would replace what is being typed.
  const chosen = useMemo(() => (value ? { id: value, name, email: "" } : null), [value, name]);
  return (
    <Autocomplete<Choice>
      options={found.map(choiceOf)}
      value={chosen}
      loading={isFetching}
      noOptionsText={t(searchError ? "account.failed" : "account.noneFound")}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      getOptionKey={({ id }) => id}
      getOptionLabel={labelOf}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      // The server filters.
      filterOptions={(options) => options}
      onInputChange={(_, text, reason) => setTyped(reason === "input" ? text : "")}
      onChange={(_, choice) => onChange(choice?.id ?? "")}
      onBlur={onBlur}
      sx={sx}
      renderOption={({ key, ...props }, { name, email }) => (
        <li key={key} {...props}>
          <Box sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
            <bdi>{name}</bdi>
            {email !== name && <Box sx={{ color: "text.secondary", fontSize: "0.875rem" }}>{email}</Box>}
          </Box>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          {...field}
          error={error}
          helperText={helperText}
          slotProps={{
            ...params.slotProps,
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
          }}
        />
      )}
    />
  );
}

/** The name and email of an account; undefined while it loads and for accounts that may not list users. */
export function useAccountName(id: string): string | undefined {
  const { may } = useAccount();
  const isAllowed = id !== "" && may("manageUsers");
  const { data, error } = useGetOne<UserResponse>("users", { id }, { enabled: isAllowed, retry: false });
  if (data) return labelOf(choiceOf(data));
  if (!error) return undefined;
  return t(error instanceof HttpError && error.status === 404 ? "account.deleted" : "account.unavailable");
}
