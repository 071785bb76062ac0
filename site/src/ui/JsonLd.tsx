import type { Thing, WithContext } from "schema-dts";
import { inlineJson } from "@/lib/inline";

/** The structured data of a page (schema.org). */
export function JsonLd({ about }: { about: readonly WithContext<Thing>[] }) {
  return about.map((data, index) => (
    <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: inlineJson(data) }} />
  ));
}
