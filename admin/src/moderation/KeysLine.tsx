import { Box, Button } from "@mui/material";
import { keysHelp } from "../keys/help";
import { KeyName } from "../keys/KeyName";
import { useSingleKeys } from "../keys/useSingleKeys";
import { t as tKeys } from "../messages/keys.gen";
import { keyText, keysFor, type Command } from "./useQueue";

/** Lists the keys of these commands, or of all, on devices with a keyboard. */
export function KeysLine({ commands }: { commands?: readonly Command[] }) {
  const [isOn] = useSingleKeys();
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 1.5,
        rowGap: 0.5,
        px: 2,
        py: 1,
        borderBottom: 1,
        borderColor: "divider",
        color: "text.secondary",
        fontSize: "0.8125rem",
        "@media (hover: none)": { display: "none" },
      }}
    >
      {isOn &&
        keysFor(commands).map((key) => (
          <span key={key}>
            <KeyName name={key} /> {keyText(key, commands)}
          </span>
        ))}
      <Button size="small" onClick={() => keysHelp.set(true)} sx={{ minHeight: 32, px: 1 }}>
        {isOn && <KeyName name="?" />}&nbsp;{tKeys("title")}
      </Button>
    </Box>
  );
}
