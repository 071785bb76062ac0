import * as client from "@karst/client/check";
import { translateField } from "./problems";

export type { FormName } from "@karst/client/check";

/** The checks of `@karst/client/check`, with messages in the language of the page. */
export const check: typeof client.check = (...args) => client.check(...args).map(translateField);
export const checkUpdate: typeof client.checkUpdate = (...args) =>
  client.checkUpdate(...args).map(translateField);
