import { TextInput } from "react-admin";
import { Wide } from "../form/Group";
import { t } from "../messages/pages.gen";
import { t as tResources } from "../messages/resources.gen";
import { ItemGroup } from "./ItemGroup";

const BLANK = { title: "", paragraphs: "" };

interface PassagesProps {
  /** The list in the form. */
  source: "around" | "values" | "terms" | "policy";
  /** The maximum number of passages that the API accepts. */
  most?: number;
}

/** A list of passages, each a heading and its paragraphs. */
export function Passages({ source, most = 40 }: PassagesProps) {
  return (
    <ItemGroup
      source={source}
      kind="section"
      summaryOf={({ title }) => title as string}
      blank={BLANK}
      most={most}
    >
      <PassageInputs />
    </ItemGroup>
  );
}

interface PassageInputsProps {
  /** The prefix of the paths of the fields. */
  prefix?: string;
  /** The texts of the passage. */
  field?: "paragraphs" | "items";
  label?: string;
  hint?: string;
}

/** The inputs of a passage: its heading, and its texts below. */
export function PassageInputs({
  prefix = "",
  field = "paragraphs",
  label = t("paragraphs"),
  hint = t("hint.paragraphs"),
}: PassageInputsProps) {
  return (
    <>
      <Wide>
        <TextInput
          source={`${prefix}title`}
          label={tResources("pages.fields.title")}
          helperText={t("hint.placeholders")}
          required
        />
      </Wide>
      <Wide>
        <TextInput source={prefix + field} label={label} helperText={hint} multiline rows={3} required />
      </Wide>
    </>
  );
}
