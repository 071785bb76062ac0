import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { Button, IconButton, Tooltip } from "@mui/material";
import type { PlaceResponse } from "@karst/client";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { focusMain } from "../layout/focusMain";
import { useBulk } from "../list/useBulk";
import { t } from "../messages/businesses.gen";
import { t as tCommon } from "../messages/common.gen";
import { undoUpdatePlaces, updatePlaces } from "../resources";
import type { RowActions } from "./BusinessList";

const size = { width: 44, height: 44 };

/** The buttons of a row: preview, edit and delete, if the account may use them. */
export function RowButtons({ place, onView, onDelete }: { place: PlaceResponse } & RowActions) {
  const { may } = useAccount();
  // An owner's place waits until an admin activates it.
  const isWaiting = !place.isActive && place.ownerId !== null;
  return (
    <>
      {isWaiting && may("setStanding") && <ApproveButton place={place} />}
      <Tooltip title={t("preview.open")}>
        <IconButton
          size="small"
          sx={size}
          aria-label={t("preview.of", { name: place.name })}
          onClick={() => onView(place)}
        >
          <VisibilityOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      {may("editPlace", place) && (
        <Tooltip title={t("edit")}>
          <IconButton
            size="small"
            sx={size}
            aria-label={t("editOf", { name: place.name })}
            component={Link}
            to={`/businesses/${place.id}`}
          >
            <EditOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {may("deletePlace", place) && (
        <Tooltip title={tCommon("delete")}>
          <IconButton
            size="small"
            sx={size}
            aria-label={t("deleteOf", { name: place.name })}
            onClick={() => onDelete(place)}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}

/** Makes a place public, with Undo. */
function ApproveButton({ place: { id, name } }: { place: PlaceResponse }) {
  const { isBusy, run } = useBulk({
    undo: undoUpdatePlaces,
    renews: [["businesses"], ["categories"], ["stats"]],
    failed: t("failed.approve", { name }),
  });
  async function approve(button: HTMLElement) {
    const buttons = [...document.querySelectorAll<HTMLElement>("[data-approve]")];
    const at = buttons.indexOf(button);
    const isDone = await run(
      () => updatePlaces({ ids: [id], isActive: true }),
      () => t("done.approve", { name }),
    );
    // The button disappears. Unless the user has moved the focus meanwhile, the next waiting place gets it.
    const focused = document.activeElement;
    if (!isDone || (focused !== button && focused !== document.body)) return;
    const next = [...buttons.slice(at + 1), ...buttons.slice(0, at).reverse()].find((one) => one.isConnected);
    if (next) next.focus();
    else focusMain();
  }
  return (
    <Button
      data-approve
      variant="outlined"
      aria-label={t("approveOf", { name })}
      // A disabled button would lose the focus.
      aria-disabled={isBusy}
      onClick={({ currentTarget }) => void approve(currentTarget)}
      sx={{ minHeight: 44 }}
    >
      {t("approve")}
    </Button>
  );
}
