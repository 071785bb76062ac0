import type { ReactNode } from "react";
import { ExternalLink as ExternalLinkIcon } from "lucide-react";
import { t } from "@/messages/externalLink.gen";

type Props = {
  href: string;
  className: string | undefined;
  title?: string;
  icon?: ReactNode;
  /** An affiliate link. */
  isPaid?: boolean;
  onClick?: () => void;
  children: ReactNode;
};

/** A link to another site in a new tab, which it announces. */
export function ExternalLink({ href, className, title, icon, isPaid = false, onClick, children }: Props) {
  return (
    <a
      href={href}
      className={className}
      title={title}
      target="_blank"
      rel={isPaid ? "noopener sponsored" : "noopener"}
      onClick={onClick}
    >
      {icon ?? <ExternalLinkIcon size={18} aria-hidden />}
      {children}
      <span className="visually-hidden"> {t("newTab")}</span>
    </a>
  );
}
