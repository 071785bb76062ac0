import { afterEach, describe, expect, it } from "vitest";
import { PSEUDO_LOCALE } from "@karst/web/messages";
import { i18nProvider } from "../src/i18nProvider";

const { translate } = i18nProvider;

afterEach(() => document.documentElement.removeAttribute("lang"));

describe("the i18nProvider", () => {
  it("translates react-admin's own keys", () => {
    expect(translate("ra.action.undo")).toBe("Undo");
    expect(translate("ra.navigation.page_out_of_boundaries", { page: 3 })).toBe(
      "Page number 3 out of boundaries",
    );
  });

  it("takes the names of resources and fields from the catalog", () => {
    expect(translate("resources.businesses.name", { smart_count: 1 })).toBe("Business");
    expect(translate("resources.businesses.name", { smart_count: 2 })).toBe("Businesses");
    expect(translate("resources.settings.fields.analyticsId")).toBe("Measurement ID");
    expect(translate("resources.comments.name", { smart_count: 2, _: "Comments" })).toBe("Comments");
  });

  it("returns texts that are translated already", () => {
    expect(translate("Business deleted successfully")).toBe("Business deleted successfully");
  });

  // R449
  it("has every text in brackets in the pseudo-locale", () => {
    document.documentElement.lang = PSEUDO_LOCALE;
    expect(i18nProvider.getLocale()).toBe(PSEUDO_LOCALE);
    expect(translate("ra.action.undo")).toBe("⟦Undo⟧");
    expect(translate("resources.users.name", { smart_count: 2 })).toBe("⟦Users⟧");
    expect(translate("resources.comments.name", { _: "Comments" })).toBe("Comments");
    expect(translate("⟦Saved⟧")).toBe("⟦Saved⟧");
  });
});
