import type { Metadata } from "next";
import { AccountPage } from "@/account/AccountPage";
import { texts } from "@/account/texts";

/** One's own page: of no use to a search engine. */
export const metadata: Metadata = {
  title: texts.title,
  description: texts.description,
  alternates: { canonical: "/account" },
  robots: { index: false },
};

export default function Page() {
  return <AccountPage />;
}
