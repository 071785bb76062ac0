import { describe, expect, it } from "vitest";
import { check, type FieldError, type FormName } from "../src/check";
import { rules } from "../src/rules.gen";
import { repositoryJson } from "./contract";

interface Golden {
  form: FormName;
  value: unknown;
  errors: FieldError[];
}

/** Both sides name the same fields; in which order is each side's own matter. */
const sorted = (errors: FieldError[]) =>
  [...errors].sort((one, other) => one.field.localeCompare(other.field));

const golden = repositoryJson("cms/tests/golden/forms.json") as Golden[];

describe("golden forms, which the server is tested with too", () => {
  it.each(golden.map((one) => [one.form, JSON.stringify(one.value).slice(0, 90), one] as const))(
    "%s %s",
    (form, _shown, { value, errors }) => {
      expect(Object.keys(rules)).toContain(form);
      expect(sorted(check(form, value))).toEqual(sorted(errors));
    },
  );
});
