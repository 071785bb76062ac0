import { Button, Menu, type ButtonProps } from "@mui/material";
import { useId, useState, type ReactNode } from "react";

interface MenuButtonProps extends Pick<ButtonProps, "variant" | "startIcon" | "disabled"> {
  label: string;
  /** The items of the menu. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a menu. */
export function MenuButton({ label, children, ...button }: MenuButtonProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        {...button}
        id={id}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        // Keeps the menu in the landmark of its button.
        disablePortal
        slotProps={{ list: { "aria-labelledby": id } }}
      >
        {children(close)}
      </Menu>
    </>
  );
}
