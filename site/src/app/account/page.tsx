import type { Metadata } from "next";
import { AccountPage } from "@/account/AccountPage";
import { texts } from "@/account/texts";

/** A personal page, which search engines must not index. */
export const metadata: Metadata = {
  title: texts.title,
  description: texts.description,
  alternates: { canonical: "/account" },
  robots: { index: false },
};

export default function Page() {
  return <AccountPage />;
}
