import { Autocomplete, TextField, type SxProps } from "@mui/material";
import type { UserResponse } from "@karst/client";
import { useDeferredValue, useState } from "react";
import { useGetList, useGetOne } from "react-admin";
import { t } from "../messages/audit.gen";
import { fullName } from "../users/shape";

interface PersonFilterProps {
  /** The id of an account. */
  value: string | undefined;
  onChange: (account: string | undefined) => void;
  sx: SxProps;
}

interface Choice {
  id: string;
  name: string;
}

const choiceOf = (user: UserResponse): Choice => ({ id: user.id, name: `${fullName(user)} · ${user.email}` });

/** Filters by an account, which is searched by name or email. */
export function PersonFilter({ value, onChange, sx }: PersonFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const { data: found = [], isFetching } = useGetList<UserResponse>(
    "users",
    { filter: { q }, pagination: { page: 1, perPage: 20 }, sort: { field: "name", order: "ASC" } },
    { enabled: isOpen, placeholderData: (before) => before },
  );
  return (
    <Autocomplete
      options={found.map(choiceOf)}
      value={useChosen(value)}
      loading={isFetching}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      // The server filters.
      filterOptions={(options) => options}
      onInputChange={(_, text, reason) => setTyped(reason === "input" ? text : "")}
      onChange={(_, choice) => onChange(choice?.id)}
      sx={sx}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("filters.person")}
          placeholder={t("filters.anyone")}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  );
}

/** The selected account with its name, or with its id if the account was deleted. */
function useChosen(id: string | undefined): Choice | null {
  const { data } = useGetOne<UserResponse>("users", { id: id ?? "" }, { enabled: !!id, retry: false });
  if (!id) return null;
  return data ? choiceOf(data) : { id, name: id };
}
