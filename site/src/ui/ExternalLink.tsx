import type { ReactNode } from "react";
import { ExternalLink as ExternalLinkIcon } from "lucide-react";
import { shellTexts } from "@/texts/shell";

type Props = {
  href: string;
  className: string | undefined;
  title?: string;
  icon?: ReactNode;
  /** It may earn the guide something. */
  isPaid?: boolean;
  onClick?: () => void;
  children: ReactNode;
};

/** A link that leaves the guide, and says so. */
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
      <span className="visually-hidden"> ({shellTexts.newTab})</span>
    </a>
  );
}
