import type { Metadata } from "next";
import { AccountPage } from "@/account/AccountPage";
import { t } from "@/messages/account.gen";

/** A personal page, which search engines must not index. */
export const generateMetadata = (): Metadata => ({
  title: t("title"),
  description: t("description"),
  alternates: { canonical: "/account" },
  robots: { index: false },
});

export default function Page() {
  return <AccountPage />;
}
