import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { IconButton, Tooltip } from "@mui/material";
import type { PlaceResponse } from "@karst/client";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { texts } from "../texts";
import type { RowActions } from "./BusinessList";

const words = texts.businesses;
const size = { width: 44, height: 44 };

/** View, edit and delete, as far as the account may. */
export function RowButtons({ place, onView, onDelete }: { place: PlaceResponse } & RowActions) {
  const { may } = useAccount();
  return (
    <>
      <Tooltip title={words.look}>
        <IconButton size="small" sx={size} aria-label={words.view(place.name)} onClick={() => onView(place)}>
          <VisibilityOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      {may("editPlace", place) && (
        <Tooltip title={words.editShort}>
          <IconButton
            size="small"
            sx={size}
            aria-label={words.edit(place.name)}
            component={Link}
            to={`/businesses/${place.id}`}
          >
            <EditOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {may("deletePlace", place) && (
        <Tooltip title={words.delete}>
          <IconButton
            size="small"
            sx={size}
            aria-label={words.remove(place.name)}
            onClick={() => onDelete(place)}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}
