import CheckBox from "@mui/icons-material/CheckBox";
import CheckBoxOutlineBlank from "@mui/icons-material/CheckBoxOutlineBlank";
import ViewWeekOutlined from "@mui/icons-material/ViewWeekOutlined";
import { ListItemIcon, MenuItem } from "@mui/material";
import { useListContext, useStore } from "react-admin";
import { MenuButton } from "../layout/MenuButton";
import { t } from "../messages/list.gen";

const NONE: string[] = [];

/**
 * Shows and hides columns of the DataTable of the list, by source. react-admin's ColumnsButton needs a mouse to move columns,
 * and its switches are inside of options.
 */
export function ColumnsMenu({ columns }: { columns: Record<string, string> }) {
  const { resource } = useListContext();
  const [hidden, setHidden] = useStore(`${resource}.datatable`, NONE);
  return (
    <MenuButton label={t("columns")} startIcon={<ViewWeekOutlined aria-hidden />}>
      {() =>
        Object.entries(columns).map(([source, label]) => {
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
        })
      }
    </MenuButton>
  );
}
