import { t } from "../messages/releases.gen";

/** The texts and the limit of the name of a release. */
export const nameTexts = () => ({ label: t("name"), missing: t("choose.missing"), maxLength: 120 });
