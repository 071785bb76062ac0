import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  FormHelperText,
  Switch,
  Typography,
} from "@mui/material";
import { useShortcuts } from "./useShortcuts";
import { words } from "./words";

/** One line that tells the keys, where there is a keyboard. */
export function KeysLine({ onHelp }: { onHelp: () => void }) {
  const [isOn] = useShortcuts();
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
        words.keys.list.slice(0, -1).map(([key, meaning]) => (
          <span key={key}>
            <Key name={key} /> {meaning}
          </span>
        ))}
      <Button size="small" onClick={onHelp} sx={{ minHeight: 32, px: 1 }}>
        {isOn && <Key name="?" />}&nbsp;{words.keys.help}
      </Button>
    </Box>
  );
}

function Key({ name }: { name: string }) {
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

/** What each key does, and the way to turn them off. */
export function KeysHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isOn, setOn] = useShortcuts();
  return (
    <Dialog open={isOpen} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="keys-title">
      <DialogTitle id="keys-title">{words.keys.help}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, display: "grid", gridTemplateColumns: "auto 1fr", columnGap: 2, rowGap: 1 }}
        >
          {words.keys.list.map(([key, meaning]) => (
            <Box key={key} sx={{ display: "contents" }}>
              <dt>
                <Key name={key} />
              </dt>
              <Typography component="dd" sx={{ m: 0 }}>
                {meaning}
              </Typography>
            </Box>
          ))}
        </Box>
        <FormControlLabel
          sx={{ mt: 2, ml: "-6px" }}
          label={words.keys.isOn}
          control={
            <Switch
              checked={isOn}
              onChange={(_, checked) => setOn(checked)}
              slotProps={{ input: { "aria-describedby": "keys-hint" } }}
            />
          }
        />
        <FormHelperText id="keys-hint">{words.keys.isOnHint}</FormHelperText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose} autoFocus>
          {words.keys.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
