import { Passages } from "./Passages";

/** The fields that only Terms & Privacy has. */
export function PrivacyFields() {
  return (
    <>
      <Passages source="terms" />
      <Passages source="policy" />
    </>
  );
}
