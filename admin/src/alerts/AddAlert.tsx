import CampaignOutlined from "@mui/icons-material/CampaignOutlined";
import { Button, Dialog, useMediaQuery, type ButtonProps, type Theme } from "@mui/material";
import { useState } from "react";
import { useAccount } from "../identity/useAccount";
import { t } from "../messages/alerts.gen";
import { AlertCreate } from "./AlertDialog";
import type { NamedPlace } from "./TargetInput";

interface AddAlertProps extends Pick<ButtonProps, "variant"> {
  places: readonly NamedPlace[];
}

/**
 * A button that opens the form of a new alert about these places. Renders nothing for accounts that may not add one.
 */
export function AddAlert({ places, variant }: AddAlertProps) {
  const { may } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (!may("manageAlerts")) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button variant={variant} startIcon={<CampaignOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t("add")}
      </Button>
      <Dialog open={isOpen} onClose={close} maxWidth="sm" fullWidth fullScreen={isSmall}>
        {isOpen && <AlertCreate places={places} onClose={close} />}
      </Dialog>
    </>
  );
}
