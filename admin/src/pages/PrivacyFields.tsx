import { Passages } from "./Passages";

/** What only Terms & Privacy has. */
export function PrivacyFields() {
  return (
    <>
      <Passages source="terms" />
      <Passages source="policy" />
    </>
  );
}
