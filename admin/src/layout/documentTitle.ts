import { t } from "../messages/layout.gen";

/** The title of the document. The brand is unknown until the settings are read. */
export function documentTitle(title: string, brand: string | undefined): string {
  return brand ? t("documentTitle", { title, brand }) : title;
}
