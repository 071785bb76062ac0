import CheckBox from "@mui/icons-material/CheckBox";
import CheckBoxOutlineBlank from "@mui/icons-material/CheckBoxOutlineBlank";
import ViewWeekOutlined from "@mui/icons-material/ViewWeekOutlined";
import { Button, ListItemIcon, Menu, MenuItem } from "@mui/material";
import { useId, useState } from "react";
import { useListContext, useStore } from "react-admin";
import { t } from "../messages/list.gen";

const NONE: string[] = [];

/**
 * Shows and hides columns of the DataTable of the list, by source. react-admin's ColumnsButton needs a mouse to move columns,
 * and its switches are inside of options.
 */
export function ColumnsMenu({ columns }: { columns: Record<string, string> }) {
  const id = useId();
  const { resource } = useListContext();
  const [hidden, setHidden] = useStore(`${resource}.datatable`, NONE);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        id={id}
        startIcon={<ViewWeekOutlined aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t("columns")}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        // In the same landmark as its button.
        disablePortal
        slotProps={{ list: { "aria-labelledby": id } }}
      >
        {Object.entries(columns).map(([source, label]) => {
          const isHidden = hidden.includes(source);
          return (
            <MenuItem
              key={source}
              role="menuitemcheckbox"
              aria-checked={!isHidden}
              onClick={() =>
                setHidden(isHidden ? hidden.filter((one) => one !== source) : [...hidden, source])
              }
              sx={{ minHeight: 44 }}
            >
              <ListItemIcon>
                {isHidden ? <CheckBoxOutlineBlank aria-hidden /> : <CheckBox aria-hidden color="primary" />}
              </ListItemIcon>
              {label}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
