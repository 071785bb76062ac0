import { Group } from "../form/Group";
import { t } from "../messages/resources.gen";
import { PassageInputs, Passages } from "./Passages";

/** What only About has, as it follows there. */
export function AboutFields() {
  return (
    <>
      <Passage source="mission" />
      <Passage source="story" />
      <Passages source="values" />
      <Passage source="future" />
    </>
  );
}

/** One passage that the page always has. */
function Passage({ source }: { source: "mission" | "story" | "future" }) {
  return (
    <Group title={t(`pages.fields.${source}`)}>
      <PassageInputs path={source} />
    </Group>
  );
}
