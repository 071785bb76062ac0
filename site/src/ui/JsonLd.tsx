import type { Thing, WithContext } from "schema-dts";
import { inlineJson } from "@/lib/inline";

/** What a page is about in schema.org's words, for search engines. */
export function JsonLd({ about }: { about: readonly WithContext<Thing>[] }) {
  return about.map((data, at) => (
    <script key={at} type="application/ld+json" dangerouslySetInnerHTML={{ __html: inlineJson(data) }} />
  ));
}
