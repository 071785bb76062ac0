import { Autocomplete, TextField, type SxProps } from "@mui/material";
import type { UserResponse } from "@karst/client";
import { useDeferredValue, useState } from "react";
import { useGetList, useGetOne } from "react-admin";
import { fullName } from "../users/shape";
import { words } from "./words";

interface PersonFilterProps {
  /** An account's id. */
  value: string | undefined;
  onChange: (account: string | undefined) => void;
  sx: SxProps;
}

interface Choice {
  id: string;
  name: string;
}

const choiceOf = (user: UserResponse): Choice => ({ id: user.id, name: `${fullName(user)} · ${user.email}` });

/** Whoever has an account, found by name or e-mail. */
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
      // The server has searched.
      filterOptions={(options) => options}
      onInputChange={(_, text, reason) => setTyped(reason === "input" ? text : "")}
      onChange={(_, choice) => onChange(choice?.id)}
      sx={sx}
      renderInput={(params) => (
        <TextField
          {...params}
          label={words.filters.person}
          placeholder={words.filters.anybody}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  );
}

/** The account that is filtered by, with its name; of one that is deleted the id is all there is. */
function useChosen(id: string | undefined): Choice | null {
  const { data } = useGetOne<UserResponse>("users", { id: id ?? "" }, { enabled: !!id, retry: false });
  if (!id) return null;
  return data ? choiceOf(data) : { id, name: id };
}
