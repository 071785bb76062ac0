import { Alert, AlertTitle, Button, Stack } from "@mui/material";
import { fold } from "@karst/client/fold";
import type { ApiTokenRequest, CategoryResponse, NewApiTokenResponse, ProfileResponse } from "@karst/client";
import { useState } from "react";
import { AutocompleteArrayInput, HttpError, PasswordInput, TextInput, useGetList } from "react-admin";
import { session } from "../api";
import { ChoiceInput } from "../form/ChoiceInput";
import { DialogForm } from "../form/DialogForm";
import { SwitchInput } from "../form/SwitchInput";
import { notSaved, useRecordForm, type Outcome } from "../form/useRecordForm";
import { Reason } from "../layout/Toasts";
import { t as tAccount } from "../messages/account.gen";
import { t } from "../messages/tokens.gen";
import { useAsk } from "../useAsk";
import { apiTokens } from "./calls";
import { ScopesInput } from "./ScopesInput";
import { EXPIRIES, scopesOf, START, toForm } from "./shape";

interface CreateTokenProps {
  profile: ProfileResponse;
  onCreated: (token: NewApiTokenResponse) => void;
  onClose: () => void;
}

/** The form of a new token. The code of the second factor confirms it, or else the password. */
export function CreateToken({ profile, onCreated, onClose }: CreateTokenProps) {
  const [error, setError] = useState<unknown>(null);
  const ask = useAsk();

  async function save(body: ApiTokenRequest): Promise<Outcome> {
    setError(null);
    try {
      const created = await ask(() => apiTokens.create(body));
      return { isSaved: true, onDone: () => onCreated(created) };
    } catch (reason) {
      const outcome = notSaved(reason);
      if (!outcome.isSaved && !outcome.sentences && !outcome.isUnreached) setError(reason);
      return outcome;
    }
  }

  const state = useRecordForm({
    start: START,
    form: "ApiTokenRequest",
    shape: toForm,
    save,
    mode: "onSubmit",
  });
  return (
    <DialogForm title={t("create")} state={state} saveLabel={t("create")} onClose={onClose}>
      <Stack spacing={2}>
        {error !== null && <Refused error={error} />}
        <TextInput
          source="name"
          label={t("fields.name")}
          helperText={t("hints.name")}
          required
          autoComplete="off"
        />
        <ScopesInput scopes={scopesOf(profile.role)} />
        <ChoiceInput
          source="expiresInDays"
          label={t("fields.expiresInDays")}
          values={EXPIRIES}
          labelOf={(days) => t("days", { count: Number(days) })}
        />
        {profile.role === "admin" && (
          <SwitchInput
            source="ownPlacesOnly"
            label={t("fields.ownPlacesOnly")}
            helperText={t("hints.ownPlacesOnly")}
          />
        )}
        <CategoryLimit />
        <Confirmation profile={profile} />
      </Stack>
    </DialogForm>
  );
}

function CategoryLimit() {
  const { data = [], isPending } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  return (
    <AutocompleteArrayInput<CategoryResponse>
      source="categoryIds"
      label={t("fields.categoryIds")}
      helperText={t("hints.categoryIds")}
      choices={data}
      isPending={isPending}
      optionText="name"
      matchSuggestion={(typed, { name }: CategoryResponse) => fold(name).includes(fold(typed))}
    />
  );
}

/** A recent sign-in confirms for accounts that have neither a second factor nor a password. */
function Confirmation({ profile }: { profile: ProfileResponse }) {
  if (profile.hasSecondFactor)
    return (
      <TextInput
        source="code"
        label={tAccount("factor.code")}
        helperText={tAccount("factor.codeHint")}
        autoComplete="one-time-code"
        slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 40 } }}
      />
    );
  if (!profile.hasPassword) return null;
  return (
    <PasswordInput
      source="password"
      label={tAccount("factor.password")}
      helperText={tAccount("factor.passwordHint")}
      autoComplete="current-password"
    />
  );
}

/** The reason why no token was created, with a button to sign in again if that helps. */
function Refused({ error }: { error: unknown }) {
  async function signInAgain() {
    await session.signOut();
    window.location.assign(`/login?return=${encodeURIComponent(window.location.pathname)}`);
  }
  const isStale = error instanceof HttpError && error.body?.type === "/problems/recent-sign-in-required";
  return (
    <Alert
      severity="error"
      action={
        isStale && (
          <Button color="inherit" size="small" onClick={() => void signInAgain()}>
            {tAccount("factor.signInAgain")}
          </Button>
        )
      }
    >
      <AlertTitle>{t("failed.create")}</AlertTitle>
      <Reason error={error} />
    </Alert>
  );
}
