import Add from "@mui/icons-material/Add";
import { Button } from "@mui/material";
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { useKeys } from "../keys/useKeys";
import { t } from "../messages/keys.gen";

interface AddButtonProps {
  label: string;
  /** The path of the form. */
  to: string;
  /** Whether the URL keeps the filters of the list. */
  keepsSearch?: boolean;
  icon?: ReactNode;
}

/** Adds a record to a list; the key `n` does the same. react-admin's `CreateButton` shows no label in narrow windows. */
export function AddButton({ label, to, keepsSearch = false, icon = <Add aria-hidden /> }: AddButtonProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const target = keepsSearch ? { pathname: to, search } : to;
  useKeys(t("group.list"), [{ key: "n", does: label, run: () => void navigate(target) }]);
  return (
    <Button component={Link} to={target} variant="contained" startIcon={icon}>
      {label}
    </Button>
  );
}
