import { Wide } from "../form/Group";
import { TextInput } from "../form/TextInput";
import { t } from "../messages/pages.gen";
import { ItemGroup } from "./ItemGroup";

const BLANK = { question: "", answer: "" };
/** The most questions that the contract takes. */
const MOST = 60;

/** What only Help has: questions with their answers. */
export function HelpFields() {
  return (
    <ItemGroup
      source="questions"
      kind="question"
      summaryOf={({ question }) => question as string}
      blank={BLANK}
      most={MOST}
    >
      {(path) => (
        <>
          <Wide>
            <TextInput
              source={`${path}.question`}
              label={t("question.question")}
              hint={t("hint.placeholders")}
              required
            />
          </Wide>
          <Wide>
            <TextInput
              source={`${path}.answer`}
              label={t("question.answer")}
              hint={t("hint.placeholders")}
              multiline
              minRows={2}
              maxRows={12}
              required
            />
          </Wide>
        </>
      )}
    </ItemGroup>
  );
}
