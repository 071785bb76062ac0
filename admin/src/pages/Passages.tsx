import { Wide } from "../form/Group";
import { TextInput } from "../form/TextInput";
import { t } from "../messages/pages.gen";
import { t as tResources } from "../messages/resources.gen";
import { ItemGroup } from "./ItemGroup";

const BLANK = { title: "", paragraphs: "" };

interface PassagesProps {
  /** The list in the form. */
  source: "around" | "values" | "terms" | "policy";
  /** As many as the contract takes. */
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
      {(path) => <PassageInputs path={path} />}
    </ItemGroup>
  );
}

interface PassageInputsProps {
  path: string;
  /** The texts of the passage. */
  field?: "paragraphs" | "items";
  label?: string;
  hint?: string;
}

/** The inputs of the passage at `path`: its heading, and its texts below. */
export function PassageInputs({
  path,
  field = "paragraphs",
  label = t("paragraphs"),
  hint = t("hint.paragraphs"),
}: PassageInputsProps) {
  return (
    <>
      <Wide>
        <TextInput
          source={`${path}.title`}
          label={tResources("pages.fields.title")}
          hint={t("hint.placeholders")}
          required
        />
      </Wide>
      <Wide>
        <TextInput
          source={`${path}.${field}`}
          label={label}
          hint={hint}
          multiline
          minRows={3}
          maxRows={16}
          required
        />
      </Wide>
    </>
  );
}
