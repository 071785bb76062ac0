import { Group } from "../form/Group";
import { PassageInputs, Passages } from "./Passages";
import { words } from "./words";

/** What only About has, as it follows there. */
export function AboutFields() {
  return (
    <>
      <Told source="mission" />
      <Told source="story" />
      <Passages source="values" />
      <Told source="future" />
    </>
  );
}

/** One passage that the page always has. */
function Told({ source }: { source: "mission" | "story" | "future" }) {
  return (
    <Group title={words.fields[source].label}>
      <PassageInputs path={source} />
    </Group>
  );
}
