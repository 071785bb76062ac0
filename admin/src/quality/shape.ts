import type { QualityCount } from "@karst/client";
import { listAt } from "../overview/useTotal";

/** The counts whose list is on the same screen, with the id of its section. */
const SECTIONS: Partial<Record<QualityCount["key"], string>> = {
  duplicates: "duplicates",
  deadLinks: "dead-links",
  silentOwners: "silent-owners",
};

export const sectionOf = ({ key }: QualityCount): string | undefined => SECTIONS[key];

/** The path of the list with the counted records. `list` is the API call with the same total. */
export function pathOf({ list }: QualityCount): string {
  const [path, query] = list.split("?");
  const filter = Object.fromEntries(new URLSearchParams(query));
  switch (path) {
    case "/api/businesses":
      // The list has inactive places too.
      return listAt("businesses", { ...filter, active: true });
    case "/api/media":
      return listAt("media", { view: "undescribed" });
    case "/api/admin/proposals": {
      const { createdBefore } = filter;
      return createdBefore ? `/reports?createdBefore=${createdBefore}` : "/reports";
    }
    default:
      return "/";
  }
}
