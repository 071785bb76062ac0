import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import styles from "./IconButton.module.css";

type Props = Omit<ComponentProps<"button">, "aria-label" | "children" | "type"> & {
  icon: LucideIcon;
  /** The accessible name. */
  label: string;
  /** The size of the icon in CSS pixels. */
  size?: number;
  variant?: "plain" | "raised";
};

/** A round button with an icon and without visible text. */
export function IconButton({ icon: Icon, label, size, variant = "plain", className = "", ...props }: Props) {
  return (
    <button {...props} type="button" className={`${styles[variant]} ${className}`} aria-label={label}>
      <Icon size={size} aria-hidden />
    </button>
  );
}
