import { websiteHref, websiteName } from "@/lib/links";
import { ExternalLink } from "./ExternalLink";
import styles from "./SourceList.module.css";

/** The sources of a place or an article. A source that ends with a web address is a link to it. */
export function SourceList({ sources }: { sources: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {sources.map((source, at) => {
        const { name, href } = parsed(source);
        return (
          <li key={at} dir="auto">
            {href ? (
              <ExternalLink href={href} className={styles.link} title={websiteName(href)}>
                <bdi>{name}</bdi>
              </ExternalLink>
            ) : (
              name
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** `The park's map, https://example.org/map` as the name and the address; a lone address is its own name. */
function parsed(source: string): { name: string; href: string | null } {
  const text = source.trim();
  const address = text.split(/\s+/).at(-1) ?? "";
  const href = /^https?:\/\//i.test(address) ? websiteHref(address) : null;
  const name = href && text.slice(0, -address.length).replace(/[\s,:]+$/, "");
  return { name: name || source, href };
}
