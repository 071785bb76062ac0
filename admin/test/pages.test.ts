import { readFileSync } from "node:fs";
import type { StandingPages } from "@karst/client";
import { describe, expect, it } from "vitest";
import { contractResolver } from "@karst/web/contractResolver";
import { invalidFields } from "@karst/web/forms";
import { BLANK_PRICE, rowSummary } from "../src/businesses/prices";
import {
  blank,
  FORMS,
  PAGES,
  place,
  toForm,
  plainText,
  toText,
  type PageName,
  type PageText,
} from "../src/pages/shape";

const seeds = JSON.parse(readFileSync("../cms/seeds/pages.json", "utf8")) as Record<string, object>;
const seed = <Name extends PageName>(name: Name) =>
  (name === "getting-here" ? seeds.gettingHere : seeds[name]) as StandingPages[Name];

/** What the form of `name` says with `changes`, by the path of the input. */
async function said<Name extends PageName>(name: Name, changes: Partial<PageText<Name>>, of = seed(name)) {
  const resolver = contractResolver<PageText<Name>>(FORMS[name], toForm, place);
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await resolver({ ...toText(name, of), ...changes }, undefined, options as never);
  return invalidFields(errors).sort();
}

describe("the form of a standing page", () => {
  it.each(PAGES)("sends what %s was filled with, and finds nothing wrong", async (name) => {
    expect(toForm(toText(name, seed(name)))).toEqual(seed(name));
    expect(await said(name, {})).toEqual([]);
  });

  it.each(PAGES)("requires the missing fields of a blank %s", async (name) => {
    expect(await said(name, {}, blank(name))).toContain("title");
  });

  it("says what is wrong at the input that it is wrong at, however deep", async () => {
    const { cities, tips } = toText("getting-here", seed("getting-here"));
    const [city] = cities;
    const [way] = city!.options;
    const with_ = (changes: object) => ({ cities: [city!, { ...city!, ...changes }] });
    expect(await said("getting-here", with_({ distanceKm: "far" }))).toEqual(["cities.1.distanceKm"]);
    expect(await said("getting-here", with_({ options: [] }))).toEqual(["cities.1.options.root"]);
    expect(await said("getting-here", with_({ options: [way!, { ...way!, duration: " " }] }))).toEqual([
      "cities.1.options.1.duration",
    ]);
    const prices = [{ ...BLANK_PRICE, amount: "free", checkedAt: "2026" }, BLANK_PRICE];
    expect(await said("getting-here", with_({ options: [{ ...way!, prices }] }))).toEqual([
      "cities.1.options.0.prices.0.amount",
      "cities.1.options.0.prices.1.amount",
      "cities.1.options.0.prices.1.checkedAt",
    ]);
    const many = Array.from({ length: 31 }, () => ({ ...BLANK_PRICE, amount: "1", checkedAt: "2026" }));
    expect(await said("getting-here", with_({ options: [{ ...way!, prices: many }] }))).toEqual([
      "cities.1.options.0.prices.root",
    ]);
    const companies = `Railways, ${"x".repeat(81)}`;
    expect(await said("getting-here", with_({ options: [{ ...way!, companies }] }))).toEqual([
      "cities.1.options.0.companies",
    ]);
    expect(await said("getting-here", { cities: [] })).toEqual(["cities.root"]);
    expect(await said("getting-here", { tips: [{ ...tips[0]!, items: " \n " }] })).toEqual(["tips.0.items"]);
    const mission = { title: "", paragraphs: `One\n\n${"a".repeat(2001)}` };
    expect(await said("about", { mission })).toEqual(["mission.paragraphs", "mission.title"]);
    expect(await said("privacy", { updated: "2025-02-30" })).toEqual(["updated"]);
  });

  it("tells which of several texts in one input is meant", () => {
    expect(place({ field: "tips.0.items.2", message: "Tip text is required" })).toEqual({
      field: "tips.0.items",
      message: "Tip text is required (item 3)",
    });
  });

  it("reads a part of a page as an item a paragraph", () => {
    const questions = [
      { question: "Is there a bus?", answer: "Every hour." },
      { question: "And at night?", answer: "No." },
    ];
    expect(plainText(questions)).toBe("Is there a bus? · Every hour.\n\nAnd at night? · No.");
  });
});

it("a row of prices shows its amounts with separators, and what is no number as typed", () => {
  const row = { ...BLANK_PRICE, label: "Boat trip", amount: "150000", amountTo: " 300000 " };
  expect(rowSummary(row)).toBe("Boat trip · 150,000–300,000 VND");
  expect(rowSummary({ ...row, amount: "free", amountTo: "" })).toBe("Boat trip · free VND");
  expect(rowSummary({ ...row, amount: "" })).toBe("Boat trip");
});
