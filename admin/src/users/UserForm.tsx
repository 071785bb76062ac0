import { Alert, Box, Typography } from "@mui/material";
import type { UserRequest, UserResponse } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { useState } from "react";
import { TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { HistoryLink } from "../audit/HistoryLink";
import { ChoiceInput } from "../form/ChoiceInput";
import { DialogForm } from "../form/DialogForm";
import { Columns, Wide } from "../form/Group";
import { SwitchInput } from "../form/SwitchInput";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import type { Invitations } from "../identity/useInvitations";
import { t } from "../messages/users.gen";
import { PasswordLink } from "./PasswordLink";
import { PendingInvitation } from "./PendingInvitation";
import { ROLES } from "./RoleBadge";
import { fullName, toForm, type UserText } from "./shape";
import { UserTokens } from "./UserTokens";

interface UserFormProps {
  title: string;
  /** The stored user; undefined for a new one. */
  user?: UserResponse;
  start: UserText;
  form: FormName;
  save: (form: UserRequest) => Promise<Outcome>;
  saveLabel: string;
  /** How users get the link to choose a password; undefined until that is known. */
  invitations?: Invitations;
  /** Whether an admin can send that link. */
  showsLink?: boolean;
  /** Further effects of a save, for the hint under the fields. */
  effectOf: (values: UserText) => string | null;
  onClose: () => void;
}

/** The form of a user in a dialog. */
export function UserForm({
  title,
  user,
  start,
  form,
  save,
  saveLabel,
  invitations,
  showsLink,
  effectOf,
  onClose,
}: UserFormProps) {
  const state = useRecordForm({ start, form, shape: toForm, save });
  const [sentAt, setSentAt] = useState<string>();
  const invitedAt = sentAt ?? user?.invitedAt ?? null;
  return (
    <DialogForm title={title} state={state} firstField="firstName" saveLabel={saveLabel} onClose={onClose}>
      {user && (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
          <Typography sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
            <bdi>{fullName(user)}</bdi>
          </Typography>
          <HistoryLink kind="user" id={user.id} />
        </Box>
      )}
      <PendingInvitation invitedAt={invitedAt} />
      <Fields effectOf={effectOf} />
      {user && showsLink && invitations && invitations !== "none" && (
        <Box sx={{ mt: 2 }}>
          <PasswordLink
            user={{ ...user, invitedAt }}
            isEmailed={invitations === "mailed"}
            onInvited={() => setSentAt(new Date().toISOString())}
          />
        </Box>
      )}
      {user && <UserTokens id={user.id} />}
    </DialogForm>
  );
}

function Fields({ effectOf }: Pick<UserFormProps, "effectOf">) {
  const values = useWatch<UserText>() as UserText;
  const effect = effectOf(values);
  return (
    <Columns>
      <TextInput source="firstName" label={t("fields.firstName")} required autoFocus autoComplete="off" />
      <TextInput source="lastName" label={t("fields.lastName")} required autoComplete="off" />
      <Wide>
        <TextInput source="email" label={t("fields.email")} type="email" required autoComplete="off" />
      </Wide>
      <ChoiceInput
        source="role"
        label={t("fields.role")}
        helperText={t(`roleHints.${values.role}`)}
        values={ROLES}
        labelOf={(role) => t(`roles.${role as UserText["role"]}`)}
      />
      <SwitchInput source="isActive" label={t("fields.isActive")} helperText={t("activeHint")} />
      {effect && (
        <Wide>
          <Alert severity="info" role="status">
            {effect}
          </Alert>
        </Wide>
      )}
    </Columns>
  );
}
