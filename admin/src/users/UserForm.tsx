import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Typography,
} from "@mui/material";
import type { UserRequest as Form, UserResponse } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { flushSync } from "react-dom";
import { FormProvider, useWatch } from "react-hook-form";
import { HistoryLink } from "../audit/HistoryLink";
import { SwitchInput } from "../form/SwitchInput";
import { TextInput } from "../form/TextInput";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { useSaveKey } from "../form/useSaveKey";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { texts } from "../texts";
import { PasswordLink } from "./PasswordLink";
import { ROLES } from "./RoleMark";
import { fullName, toForm, type UserText } from "./shape";
import { TITLE_ID } from "./titleId";
import { words } from "./words";

interface UserFormProps {
  title: string;
  /** The user as they are stored; a new one without. */
  user?: UserResponse;
  start: UserText;
  form: FormName;
  save: (form: Form) => Promise<Outcome>;
  saveLabel: string;
  /** Whether admins hand over the link to choose a password. */
  handsLink?: boolean;
  /** What a save would bring with it. */
  consequenceOf: (entered: UserText) => string | null;
  onClose: () => void;
}

/** A user in a dialog: five fields, Reset, and Save. */
export function UserForm({
  title,
  user,
  start,
  form: rules,
  save,
  saveLabel,
  handsLink,
  consequenceOf,
  onClose,
}: UserFormProps) {
  const { form, submit, isSubmitting, isUnreached, isUnsaved } = useRecordForm({
    start,
    form: rules,
    shape: toForm,
    save,
  });
  const formRef = useSaveKey(submit);

  function reset() {
    // Drawn first: the inputs have to be known to the form again before one can have the focus.
    flushSync(() => form.reset());
    form.setFocus("firstName");
  }

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        ref={formRef}
        noValidate
        onSubmit={submit}
        aria-labelledby={TITLE_ID}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0, flexGrow: 1 }}
      >
        <DialogTitle id={TITLE_ID}>{title}</DialogTitle>
        <DialogContent sx={{ flexGrow: 1 }}>
          {user && (
            <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
              <Typography sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
                <bdi>{fullName(user)}</bdi>
              </Typography>
              <HistoryLink kind="user" id={user.id} />
            </Box>
          )}
          <Fields consequenceOf={consequenceOf} />
          {user && handsLink && (
            <Box sx={{ mt: 2 }}>
              <PasswordLink user={user} />
            </Box>
          )}
          {isUnreached && (
            <Alert severity="error" role="status" sx={{ mt: 2 }}>
              {texts.save.unreached}
            </Alert>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 0.5 }}>
          <Button onClick={reset} sx={{ mr: "auto" }}>
            {words.form.reset}
          </Button>
          <Button onClick={onClose}>{words.form.cancel}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isSubmitting}
            aria-keyshortcuts="Control+S"
            sx={{ flexShrink: 0 }}
          >
            {isSubmitting ? words.form.saving : isUnreached ? texts.save.again : saveLabel}
          </Button>
        </DialogActions>
      </Box>
      <UnsavedGuard isUnsaved={isUnsaved} words={words.leave} />
    </FormProvider>
  );
}

function Fields({ consequenceOf }: Pick<UserFormProps, "consequenceOf">) {
  const entered = useWatch<UserText>() as UserText;
  const told = consequenceOf(entered);
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        pt: 1,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
        alignItems: "start",
        "& > .wide": { gridColumn: "1 / -1" },
      }}
    >
      <TextInput source="firstName" label={words.fields.firstName} required autoFocus autoComplete="off" />
      <TextInput source="lastName" label={words.fields.lastName} required autoComplete="off" />
      <Box className="wide">
        <TextInput source="email" label={words.fields.email} type="email" required autoComplete="off" />
      </Box>
      <TextInput source="role" label={words.fields.role} select hint={words.roleHints[entered.role]}>
        {ROLES.map((role) => (
          <MenuItem key={role} value={role}>
            {words.roles[role]}
          </MenuItem>
        ))}
      </TextInput>
      <SwitchInput source="isActive" label={words.fields.isActive} hint={words.activeHint} />
      {told && (
        <Alert severity="info" role="status" className="wide">
          {told}
        </Alert>
      )}
    </Box>
  );
}
