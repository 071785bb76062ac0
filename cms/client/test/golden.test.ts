import { describe, expect, it } from "vitest";
import { check, normalize, type FieldError, type FormName } from "../src/check";
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

interface GoldenUrl {
  text: string;
  isHttp: boolean;
  isImage: boolean;
  /** Missing where the text is stored as it was typed. */
  stored?: string;
}

const urls = repositoryJson("cms/tests/golden/urls.json") as GoldenUrl[];

describe("golden URLs, which the server is tested with too", () => {
  it.each(urls.map((one) => [JSON.stringify(one.text).slice(0, 90), one] as const))(
    "%s",
    (_shown, { text, isHttp, isImage, stored = text }) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      const isBlank = text === "";
      expect(isBlank || ["http:", "https:"].includes(url?.protocol ?? "")).toBe(isHttp);
      expect(check("PlaceChanges", { website: text })).toHaveLength(isHttp ? 0 : 1);
      expect(check("PlaceChanges", { imageUrl: text })).toHaveLength(isImage ? 0 : 1);
      expect(normalize(rules.PlaceChanges, { website: text })).toEqual({ website: isBlank ? null : stored });
    },
  );
});
