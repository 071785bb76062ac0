import type { Metadata } from "next";
import { Saved } from "@/screens/Saved";
import { texts } from "@/texts";

/** One's own page: of no use to a search engine. */
export const metadata: Metadata = {
  title: texts.saved.title,
  description: texts.saved.description,
  alternates: { canonical: "/saved" },
  robots: { index: false },
};

export default function SavedPage() {
  return <Saved />;
}
