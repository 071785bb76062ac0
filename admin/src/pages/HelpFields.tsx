import { TextInput } from "react-admin";
import { Wide } from "../form/Group";
import { t } from "../messages/pages.gen";
import { ItemGroup } from "./ItemGroup";

const BLANK = { question: "", answer: "" };
/** The maximum number of questions that the API accepts. */
const MOST = 60;

/** The fields that only Help has: questions with their answers. */
export function HelpFields() {
  return (
    <ItemGroup
      source="questions"
      kind="question"
      summaryOf={({ question }) => question as string}
      blank={BLANK}
      most={MOST}
    >
      <Wide>
        <TextInput
          source="question"
          label={t("question.question")}
          helperText={t("hint.placeholders")}
          required
        />
      </Wide>
      <Wide>
        <TextInput
          source="answer"
          label={t("question.answer")}
          helperText={t("hint.placeholders")}
          multiline
          rows={2}
          required
        />
      </Wide>
    </ItemGroup>
  );
}
