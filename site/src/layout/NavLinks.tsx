"use client";

import { usePathname } from "next/navigation";
import { isActivePath } from "@/lib/paths";
import { t } from "@/messages/navigation.gen";
import { IntentLink } from "@/ui/IntentLink";
import { PagePending } from "@/ui/PagePending";
import type { NavLink } from "./links";

type Props = {
  links: readonly NavLink[];
  className?: string;
  onNavigate?: () => void;
};

/** A list of links; the link of the current section has `aria-current` (R10). */
export function NavLinks({ links, className, onNavigate }: Props) {
  const pathname = usePathname();
  return (
    <ul className={className}>
      {links.map(({ href, label }) => (
        <li key={href}>
          <IntentLink
            href={href}
            onClick={onNavigate}
            aria-current={isActivePath(href, pathname) ? "page" : undefined}
          >
            {t(label)}
            <PagePending />
          </IntentLink>
        </li>
      ))}
    </ul>
  );
}
