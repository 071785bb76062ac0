import { Avatar, Box, Button } from "@mui/material";
import type { ProfileForm, ProfileView } from "@karst/client";
import { useState } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { TextInput } from "../form/TextInput";
import { notSaved, useRecordForm, type Outcome } from "../form/useRecordForm";
import { useToast } from "../layout/Toasts";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { useAsk } from "../useAsk";
import { own } from "./calls";
import { Section } from "./Section";
import { useProfileChanged } from "./useProfile";
import { words } from "./words";
import { initial } from "../kit/excerpt";

const { profile: said } = words;

interface ProfileText {
  firstName: string;
  lastName: string;
  photoURL: string;
}

function toText({ firstName, lastName, photoURL }: ProfileView): ProfileText {
  return { firstName, lastName, photoURL: photoURL ?? "" };
}

function toForm({ firstName, lastName, photoURL }: ProfileText): ProfileForm {
  return { firstName: firstName.trim(), lastName: lastName.trim(), photoURL: photoURL.trim() || null };
}

/** Names and picture. */
export function Profile({ profile }: { profile: ProfileView }) {
  const [start, setStart] = useState(() => toText(profile));
  const ask = useAsk();
  const changed = useProfileChanged();
  const toast = useToast();

  async function save(form: ProfileForm): Promise<Outcome> {
    try {
      const saved = await ask(() => own.change(form));
      setStart(toText(saved));
      toast.done(said.done);
      await changed(saved);
      return { isSaved: true };
    } catch (error) {
      toast.failed(said.failed, error);
      return notSaved(error);
    }
  }

  const { form, submit, isSubmitting, isDirty, isUnsaved } = useRecordForm({
    start,
    form: "ProfileForm",
    shape: toForm,
    save,
  });
  return (
    <Section title={said.title} text={said.text}>
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          onSubmit={submit}
          aria-label={said.title}
          sx={{
            display: "grid",
            gap: 2,
            gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" },
            alignItems: "start",
          }}
        >
          <TextInput source="firstName" label={said.firstName} required autoComplete="given-name" />
          <TextInput source="lastName" label={said.lastName} required autoComplete="family-name" />
          <Box sx={{ gridColumn: "1 / -1", display: "flex", gap: 2, alignItems: "flex-start" }}>
            <Picture name={profile.displayName || profile.email} />
            <TextInput source="photoURL" label={said.photo} hint={said.photoHint} autoComplete="photo" />
          </Box>
          <Box sx={{ gridColumn: "1 / -1" }}>
            <Button type="submit" variant="contained" disabled={isSubmitting || !isDirty}>
              {isSubmitting ? words.saving : words.save}
            </Button>
          </Box>
        </Box>
        <UnsavedGuard isUnsaved={isUnsaved} words={words.unsaved} />
      </FormProvider>
    </Section>
  );
}

/** The picture at the address as it stands in the form; the name's first letter when there is none. */
function Picture({ name }: { name: string }) {
  const address = useWatch<ProfileText, "photoURL">({ name: "photoURL" });
  return (
    <Avatar
      alt=""
      src={address.trim() || undefined}
      sx={{ width: "2.75rem", height: "2.75rem", bgcolor: "primary.main", color: "primary.contrastText" }}
    >
      {initial(name)}
    </Avatar>
  );
}
