import { ApiError, unwrap, type StandingPageChanges } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { karst } from "../api";
import { blank, type PageName, type PageRecord } from "../pages/shape";
import { ifMatch, type Resource } from "./resource";

/** A static page: one record with the page's name as its id, blank until it is written. */
function staticPage<Name extends PageName>(
  name: Name,
  form: FormName,
): Resource<PageRecord<Name>, StandingPageChanges[Name], Name> {
  const path = `/api/pages/${name}` as "/api/pages/help";
  const record = (page: object) => ({ ...page, id: name }) as PageRecord<Name>;
  const one = async () => {
    try {
      return record(await unwrap(karst.GET(path)));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return blank(name);
      throw error;
    }
  };
  return {
    list: async () => ({ data: [await one()], total: 1 }),
    one,
    change: async (_, body, version) =>
      record(await unwrap(karst.PUT(path, { params: { header: ifMatch(version) }, body: body as object }))),
    forms: { add: form, change: form },
  };
}

export const pages = {
  "pages/getting-here": staticPage("getting-here", "GettingHereChanges"),
  "pages/about": staticPage("about", "AboutChanges"),
  "pages/help": staticPage("help", "HelpChanges"),
  "pages/privacy": staticPage("privacy", "PrivacyChanges"),
};
