import type { PlaceResponse } from "@karst/client";

/** The path of a place on the site, which has the same origin as the console. */
export const sitePath = ({ slug }: Pick<PlaceResponse, "slug">): string =>
  `/places/${encodeURIComponent(slug)}`;
