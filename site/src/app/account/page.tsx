import type { Metadata } from "next";
import { AccountPage } from "@/account/AccountPage";
import { words } from "@/account/words";

/** One's own page: of no use to a search engine. */
export const metadata: Metadata = {
  title: words.title,
  description: words.description,
  alternates: { canonical: "/account" },
  robots: { index: false },
};

export default function Page() {
  return <AccountPage />;
}
