import type { Metadata } from "next";
import { SavedPage } from "@/places/SavedPage";
import { savedTexts } from "@/texts/saved";

/** A personal page, which search engines must not index. */
export const metadata: Metadata = {
  title: savedTexts.title,
  description: savedTexts.description,
  alternates: { canonical: "/saved" },
  robots: { index: false },
};

export default function Page() {
  return <SavedPage />;
}
