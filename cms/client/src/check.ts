import { z } from "zod";
import type { FieldError } from "./problem";
import { rules, type FormName } from "./rules.gen";
import { isHttpUrl, isImageUrl, normalizedUrl } from "./urls";

// zod would try whether it may compile code at run time, and the Content-Security-Policy counts the attempt as a fault.
z.config({ jitless: true });

export type { FieldError, FormName };

/** The part of JSON Schema that the contract's forms use, with our sentence for each keyword. */
export interface Rules {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Rules>>;
  required?: readonly string[];
  items?: Rules;
  /** keyword → sentence; `required` and `type` beside the keywords that limit. */
  "x-messages"?: Readonly<Record<string, string>>;
  [keyword: string]: unknown;
}

/**
 * Checks `value` against a form of the contract: the first broken rule of each field, required fields first.
 *
 * Does the same as the server does with the same rules: text is normalised to NFC and counted in code points,
 * blank text counts as missing where the field is required and as "no value" elsewhere, numeric strings are
 * numbers where the rule takes both (R436). Both sides run cms/tests/golden/forms.json.
 */
export function check(form: FormName, value: unknown): FieldError[] {
  const sent = normalize(rules[form], value);
  const { error } = prepared(form).safeParse(sent, { reportInput: true });
  const found = new Map<string, FieldError>();
  for (const issue of error?.issues ?? []) {
    const field = fieldOf(issue);
    if (!found.has(field)) found.set(field, broken(rules[form], field, issue));
  }
  for (const one of brokenFormats(rules[form], sent)) {
    if (!found.has(one.field)) found.set(one.field, one);
  }
  const order = [...(rules[form].required ?? []), ...Object.keys(rules[form].properties ?? {})];
  const position = ({ field }: FieldError) => order.indexOf(field.split(".")[0] ?? "");
  return [...found.values()].sort((one, other) => position(one) - position(other));
}

/**
 * Checks an update: a value that is stored already breaks no rule, so it never stands in the way of another change.
 *
 * `stored` is the record as the form would send it unchanged. An item of a list counts as stored wherever it is in the
 * stored list. The server does the same (cms/core/src/http/input/update.rs).
 */
export function checkUpdate(form: FormName, value: unknown, stored: unknown): FieldError[] {
  const [sent, current] = [normalize(rules[form], value), normalize(rules[form], stored)];
  return check(form, value).filter(({ field }) => !isStored(sent, current, field.split(".")));
}

function isStored(sent: unknown, stored: unknown, [step, ...rest]: string[]): boolean {
  if (step === undefined) return sent !== undefined && isEqual(sent, stored);
  const [item, kept] = [partOf(sent, step), partOf(stored, step)];
  if (item !== undefined && isEqual(item, kept)) return true;
  if (Array.isArray(sent) && Array.isArray(stored) && stored.some((one) => isEqual(item, one))) return true;
  return rest.length > 0 && isStored(item, kept, rest);
}

function partOf(value: unknown, step: string): unknown {
  if (value === null || typeof value !== "object" || !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string, unknown>)[step];
}

/** Whether two JSON values are equal; the order of an object's fields does not count. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object")
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [Object.keys(one), Object.keys(other)];
  return (
    left.length === right.length && left.every((name) => isEqual(partOf(one, name), partOf(other, name)))
  );
}

/**
 * The same as a zod schema, for form libraries that take one: its issues carry the contract's sentences, its
 * output is the value as it is sent (normalised, numbers converted, blank optional text as null).
 */
export function schemaOf<Form = unknown>(form: FormName): z.ZodType<Form> {
  return z.unknown().transform((value, context) => {
    for (const { field, message } of check(form, value)) {
      context.addIssue({ code: "custom", path: field ? field.split(".") : [], message });
    }
    return normalize(rules[form], value) as Form;
  });
}

/** The contract's own formats; zod ignores formats that it does not know. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  "http-url": isHttpUrl,
  "image-url": isImageUrl,
};

function formatOf(rule: Rules): ((text: string) => boolean) | undefined {
  return typeof rule.format === "string" ? FORMATS[rule.format] : undefined;
}

/** The texts in `value` that do not have the format that `rule` asks for. */
function brokenFormats(rule: Rules, value: unknown, field = ""): FieldError[] {
  const at = (name: string | number) => (field ? `${field}.${name}` : String(name));
  if (typeof value === "string") {
    return formatOf(rule)?.(value) === false ? [fieldError(rule, "format", field)] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => brokenFormats(rule.items ?? {}, item, at(index)));
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    brokenFormats(rule.properties?.[name] ?? {}, inner, at(name)),
  );
}

const schemas = new Map<FormName, z.ZodType>();

/** The form's rules as zod, made on first use: pages load the rules of forms that are never opened. */
function prepared(form: FormName): z.ZodType {
  const made =
    schemas.get(form) ?? z.fromJSONSchema(afterConversion(rules[form]) as z.core.JSONSchema.JSONSchema);
  schemas.set(form, made);
  return made;
}

/**
 * The rules as they read once [`normalize`] has turned numeric strings into numbers: a string that is left where
 * both were allowed is no number, and ranges speak of numbers alone.
 */
function afterConversion(rule: Rules): Rules {
  const types = typesOf(rule);
  const fields = Object.entries(rule.properties ?? {}).map(([name, field]) => [name, afterConversion(field)]);
  return {
    ...rule,
    ...(types.includes("number") && { type: types.filter((type) => type !== "string"), pattern: undefined }),
    ...(rule.properties && { properties: Object.fromEntries(fields) }),
    ...(rule.items && { items: afterConversion(rule.items) }),
  };
}

/** `value` as the server normalizes it before it checks rules, without read-only fields and fields without a value. */
export function normalize(rule: Rules, value: unknown): unknown {
  if (typeof value === "string") return normalizeText(rule, value.normalize("NFC"));
  if (Array.isArray(value)) return value.map((item) => normalize(rule.items ?? {}, item));
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([name, field]) => {
    return field !== undefined && rule.properties?.[name]?.readOnly !== true;
  });
  return Object.fromEntries(
    fields.map(([name, field]) => [name, normalize(rule.properties?.[name] ?? {}, field)]),
  );
}

function normalizeText(rule: Rules, text: string): unknown {
  const types = typesOf(rule);
  const isNumeric = types.includes("number");
  if (BLANK.test(text)) return isNumeric || types.includes("null") ? null : "";
  if (isNumeric && NUMERIC.test(text.trim())) return Number(text);
  return formatOf(rule) ? normalizedUrl(text) : text;
}

/** White space, format characters and fillers: text that is invisible. */
const BLANK =
  /^(?:\s|\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]|\p{Variation_Selector}|[\u{e0000}-\u{e00ff}])*$/u;

/** Plain decimals only: `Number` would also take "0x1f", "1e400" and "Infinity". */
const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i;

function typesOf(rule: Rules): readonly string[] {
  return typeof rule.type === "string" ? [rule.type] : (rule.type ?? []);
}

/** The path of `issue`, as the server writes it: `reviews.0.rating`. */
function fieldOf(issue: z.core.$ZodIssue): string {
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...unknown].join(".");
}

/** The error of `field` for an issue of zod. */
function broken(form: Rules, field: string, issue: z.core.$ZodIssue): FieldError {
  const path = field.split(".");
  const rule = path.reduce<Rules | undefined>((at, part) => {
    return /^\d+$/.test(part) ? at?.items : at?.properties?.[part];
  }, form);
  const messages = rule?.["x-messages"];
  const isMissing = issue.input === undefined || issue.input === null || isEmpty(issue.input);
  const isRequired =
    messages?.required !== undefined || (path.length === 1 && form.required?.includes(field));
  return fieldError(rule, isMissing && isRequired ? "required" : keywordOf(issue), field);
}

/** The error of a field that breaks `keyword`: the contract's sentence, or one made from the rule, with code and params. */
function fieldError(rule: Rules | undefined, keyword: string, field: string): FieldError {
  const message = rule?.["x-messages"]?.[keyword] ?? plainSentence(rule, keyword, field);
  const code = keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const value = rule?.[keyword];
  const name = PARAMS[keyword];
  if (name === undefined || value === undefined) return { field, message, code };
  const param = Array.isArray(value) ? value.join(", ") : (value as string | number);
  return { field, message, code, params: { [name]: param } };
}

/** The keywords whose value is a param of the error, and its name. The server has the same (cms/core/src/http/input/validation.rs). */
const PARAMS: Readonly<Record<string, string | undefined>> = {
  minLength: "limit",
  maxLength: "limit",
  minItems: "limit",
  maxItems: "limit",
  minimum: "limit",
  maximum: "limit",
  multipleOf: "step",
  enum: "options",
  format: "format",
  type: "type",
};

function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

/** The server's sentence for a rule without one of its own. */
function plainSentence(rule: Rules | undefined, keyword: string, field: string): string {
  const limit = JSON.stringify(rule?.[keyword]);
  switch (keyword) {
    case "required":
      return `${field} is required`;
    case "type":
      return `${field} must be ${rule ? typesOf(rule).map(typeName).join(" or ") : "of another type"}`;
    case "minLength":
      return `${field} must have at least ${limit} characters`;
    case "maxLength":
      return `${field} must have at most ${limit} characters`;
    case "minItems":
      return `${field} must have at least ${limit} items`;
    case "maxItems":
      return `${field} must have at most ${limit} items`;
    case "minimum":
      return `${field} must be at least ${limit}`;
    case "maximum":
      return `${field} must be at most ${limit}`;
    case "enum":
      return `${field} must be one of ${limit}`;
    case "additionalProperties":
      return `Unknown field: ${field}`;
    default:
      return `${field} is not valid`;
  }
}

/** The name of a JSON type in a sentence. */
const typeName = (type: string): string => TYPE_NAMES[type] ?? type;
const TYPE_NAMES: Record<string, string | undefined> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** The JSON Schema keyword behind a zod issue: only this function knows zod's issue codes. */
function keywordOf(issue: z.core.$ZodIssue): string {
  const ends = { string: "Length", array: "Items" } as Record<string, string>;
  switch (issue.code) {
    case "too_small":
      return ends[issue.origin]
        ? `min${ends[issue.origin]}`
        : issue.inclusive
          ? "minimum"
          : "exclusiveMinimum";
    case "too_big":
      return ends[issue.origin]
        ? `max${ends[issue.origin]}`
        : issue.inclusive
          ? "maximum"
          : "exclusiveMaximum";
    case "invalid_format":
      return "pattern";
    case "not_multiple_of":
      return "multipleOf";
    case "invalid_value":
      return "enum";
    case "unrecognized_keys":
      return "additionalProperties";
    default:
      return "type";
  }
}
