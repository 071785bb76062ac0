"use client";

import { usePathname } from "next/navigation";
import { isActivePath } from "@/lib/paths";
import { IntentLink } from "@/ui/IntentLink";
import { PagePending } from "@/ui/PagePending";

type Props = {
  pages: readonly { href: string; label: string }[];
  className?: string;
  onFollow?: () => void;
};

/** A list of links in which the one that leads to where the visitor is says so. */
export function NavLinks({ pages, className, onFollow }: Props) {
  const pathname = usePathname();
  return (
    <ul className={className}>
      {pages.map(({ href, label }) => (
        <li key={href}>
          <IntentLink
            href={href}
            onClick={onFollow}
            aria-current={isActivePath(href, pathname) ? "page" : undefined}
          >
            {label}
            <PagePending />
          </IntentLink>
        </li>
      ))}
    </ul>
  );
}
