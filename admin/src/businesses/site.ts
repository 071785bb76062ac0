import type { PlaceResponse } from "@karst/client";

/** Where travellers find the place: the site answers at the console's own origin. */
export const siteAddress = ({ slug }: Pick<PlaceResponse, "slug">): string =>
  `/places/${encodeURIComponent(slug)}`;
