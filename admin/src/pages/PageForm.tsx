import type { StandingPageChanges } from "@karst/client";
import { TextInput } from "react-admin";
import type { FieldValues } from "react-hook-form";
import type { Drafting } from "../drafts/drafting";
import { reveal } from "../form/Fold";
import { FormOnPage } from "../form/FormOnPage";
import { Group, Wide } from "../form/Group";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { t } from "../messages/pages.gen";
import { t as tResources } from "../messages/resources.gen";
import { AboutFields } from "./AboutFields";
import { GettingHereFields } from "./GettingHereFields";
import { HelpFields } from "./HelpFields";
import { PrivacyFields } from "./PrivacyFields";
import { FORMS, place, toForm, type PageName, type PageText } from "./shape";

const FIELDS = {
  "getting-here": GettingHereFields,
  about: AboutFields,
  help: HelpFields,
  privacy: PrivacyFields,
} as const;

interface PageFormProps {
  name: PageName;
  start: PageText;
  stored?: PageText;
  drafting?: Drafting;
  save: (form: Partial<StandingPageChanges[PageName]>) => Promise<Outcome>;
}

/** The form of one page: its heading, and the fields that only this page has. */
export function PageForm({ name, ...options }: PageFormProps) {
  const state = useRecordForm<FieldValues, object>({
    ...options,
    form: FORMS[name],
    shape: toForm,
    place,
    reveal,
    copyName: `pages/${name}`,
  });
  const { start } = options;
  const Fields = FIELDS[name];
  return (
    <FormOnPage state={state} title={t(`page.${name}.title`)} preview={{}}>
      <Group title={t("group")}>
        <Wide>
          <TextInput
            source="title"
            label={tResources("pages.fields.title")}
            helperText={t("hint.placeholders")}
            required
          />
        </Wide>
        {"intro" in start && (
          <Wide>
            <TextInput
              source="intro"
              label={tResources("pages.fields.intro")}
              helperText={t("hint.intro")}
              multiline
              rows={2}
            />
          </Wide>
        )}
        {"verified" in start && (
          <TextInput
            source="verified"
            label={tResources("pages.fields.verified")}
            helperText={t("hint.verified")}
            required
          />
        )}
        {"updated" in start && (
          <TextInput
            source="updated"
            label={tResources("pages.fields.updated")}
            type="date"
            required
            slotProps={{ inputLabel: { shrink: true } }}
          />
        )}
      </Group>
      <Fields />
    </FormOnPage>
  );
}
