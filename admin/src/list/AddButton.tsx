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
  /** Whether the form is a dialog over the list, whose filters stay in the URL. */
  keepsSearch?: boolean;
  icon?: ReactNode;
}

/** The button of a list that adds a record, also with the key `n`. react-admin's `CreateButton` has no label on phones. */
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
