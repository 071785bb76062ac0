import type { Metadata } from "next";
import { t } from "@/messages/saved.gen";
import { SavedPage } from "@/places/SavedPage";

/** A personal page, which search engines must not index. */
export function generateMetadata(): Metadata {
  return {
    title: t("title"),
    description: t("description"),
    alternates: { canonical: "/saved" },
    robots: { index: false },
  };
}

export default function Page() {
  return <SavedPage />;
}
