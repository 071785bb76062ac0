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

/** The inputs of the passage at `path`. */
export function PassageInputs({ path }: { path: string }) {
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
          source={`${path}.paragraphs`}
          label={t("paragraphs")}
          hint={t("hint.paragraphs")}
          multiline
          minRows={3}
          maxRows={16}
          required
        />
      </Wide>
    </>
  );
}
