import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { IconButton, Tooltip } from "@mui/material";
import type { PlaceResponse } from "@karst/client";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { t } from "../messages/businesses.gen";
import { t as tCommon } from "../messages/common.gen";
import type { RowActions } from "./BusinessList";

const size = { width: 44, height: 44 };

/** Preview, edit and delete, if the account is allowed to. */
export function RowButtons({ place, onView, onDelete }: { place: PlaceResponse } & RowActions) {
  const { may } = useAccount();
  return (
    <>
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
