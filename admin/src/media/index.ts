import { lazy } from "react";

/** The library of pictures. A picture is a dialog over it, at an address below. */
export const media = {
  list: lazy(() => import("./Library")),
};
