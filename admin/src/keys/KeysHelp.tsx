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
import { useEffect } from "react";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/keys.gen";
import { Palette } from "../palette/Palette";
import { keysHelp } from "./help";
import { KeyName } from "./KeyName";
import { groupsNow, type Group } from "./keys";
import { useKeys } from "./useKeys";
import { useSingleKeys } from "./useSingleKeys";

const close = () => keysHelp.set(false);

/** The shortcuts of the current screen, with a switch that turns single keys off. `?` opens it on every screen. */
export function KeysHelp() {
  const isOpen = keysHelp.useIsOpen();
  const [isOn, setOn] = useSingleKeys();
  // The list closes with the console.
  useEffect(() => close, []);
  useKeys(t("group.everywhere"), [{ key: "?", does: t("show"), run: () => keysHelp.set(true) }]);
  return (
    <>
      {/* Like this list, the palette belongs to every screen of the console. */}
      <Palette />
      <Dialog open={isOpen} onClose={close} maxWidth="xs" fullWidth aria-labelledby="keys-title">
        <DialogTitle id="keys-title">{t("title")}</DialogTitle>
        <DialogContent>
          {isOpen && <Groups />}
          <FormControlLabel
            sx={{ mt: 2, ml: "-6px" }}
            label={t("enabled")}
            control={
              <Switch
                checked={isOn}
                onChange={(_, checked) => setOn(checked)}
                slotProps={{ input: { "aria-describedby": "keys-hint" } }}
              />
            }
          />
          <FormHelperText id="keys-hint">{t("enabledHint")}</FormHelperText>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={close} autoFocus>
            {tCommon("close")}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function Groups() {
  const groups = groupsNow();
  const isGeneral = ({ title }: Group) => title === t("group.everywhere");
  const inOrder = [...groups.filter((group) => !isGeneral(group)), ...groups.filter(isGeneral)];
  return inOrder.map(({ title, keys }) => (
    <Box key={title} component="section" aria-label={title} sx={{ mb: 2.5 }}>
      <Typography component="h3" variant="subtitle2" sx={{ color: "text.secondary", mb: 1 }}>
        {title}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: "grid", gridTemplateColumns: "7.5rem 1fr", columnGap: 2, rowGap: 1 }}
      >
        {keys.map(({ key, does }) => (
          <Box key={key} sx={{ display: "contents" }}>
            <dt>
              <KeyName name={key} />
            </dt>
            <Typography component="dd" sx={{ m: 0 }}>
              {does}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  ));
}
