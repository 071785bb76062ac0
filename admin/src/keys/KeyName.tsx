import { Box } from "@mui/material";
import { Fragment } from "react";
import { t } from "../messages/keys.gen";

/** A shortcut as keycaps: `g m` is two keys one after the other, `Mod+s` two keys at once. */
export function KeyName({ name }: { name: string }) {
  return name.split(" ").map((one, at) => (
    <Fragment key={at}>
      {at > 0 && ` ${t("then")} `}
      {one.split("+").map((part, index) => (
        <Fragment key={part}>
          {index > 0 && " + "}
          <Cap name={nameOf(part) ?? (index > 0 ? part.toUpperCase() : part)} />
        </Fragment>
      ))}
    </Fragment>
  ));
}

const isMac = /Mac|iPad|iPhone/.test(navigator.platform);

/** The name of the modifier key on this platform: Ctrl, or ⌘. */
export const modifierName = (): string => (isMac ? "⌘" : t("name.control"));

/** The name on the key, if it differs from the value of `KeyboardEvent.key`. */
function nameOf(key: string): string | undefined {
  if (key === "Mod") return modifierName();
  return key === "Escape" ? t("name.escape") : undefined;
}

function Cap({ name }: { name: string }) {
  return (
    <Box
      component="kbd"
      sx={{
        fontFamily: "ui-monospace, monospace",
        fontSize: "0.8125rem",
        border: 1,
        borderColor: "divider",
        borderBottomWidth: 2,
        borderRadius: "6px",
        px: 0.75,
        bgcolor: "background.default",
        color: "text.primary",
      }}
    >
      {name}
    </Box>
  );
}
