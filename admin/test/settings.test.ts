import { readFileSync } from "node:fs";
import type { SettingsResponse } from "@karst/client";
import { describe, expect, it } from "vitest";
import { contractResolver } from "@karst/web/contractResolver";
import { invalidFields } from "@karst/web/forms";
import { place, toForm, toText, type SettingsText } from "../src/settings/shape";

const seeds = JSON.parse(readFileSync("../cms/seeds/settings.json", "utf8")) as SettingsResponse;
const resolver = contractResolver<SettingsText>("SettingsChanges", toForm, place);

/** What the form says with `changes`, by the path of the input. */
async function said(changes: Partial<SettingsText>) {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await resolver({ ...toText(seeds), ...changes }, undefined, options);
  return invalidFields(errors).sort();
}

describe("the settings form", () => {
  it("sends what it was filled with", () => {
    expect(toForm(toText(seeds))).toEqual({ ...seeds, imageUrl: null });
  });

  it("says what is wrong at the input that it is wrong at", async () => {
    expect(await said({})).toEqual([]);
    expect(await said({ brand: " ", zoom: "40", facebook: "javascript:alert(1)" })).toEqual([
      "brand",
      "facebook",
      "zoom",
    ]);
    expect(await said({ latitude: "north" })).toEqual(["latitude"]);
    const [prompt] = seeds.heroPrompts;
    expect(await said({ heroPrompts: [prompt!, { ...prompt!, href: "//elsewhere.example" }] })).toEqual([
      "heroPrompts.1.href",
    ]);
    expect(await said({ heroPrompts: Array(9).fill(prompt) as never })).toEqual(["heroPrompts.root"]);
    expect(await said({ whatIsTitle: "", whatIsText: `One\n\n${"a".repeat(1300)}` })).toEqual([
      "whatIsText",
      "whatIsTitle",
    ]);
  });
});
