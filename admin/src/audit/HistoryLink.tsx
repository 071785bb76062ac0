import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { Button } from "@mui/material";
import type { AuditKind } from "@karst/client";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { t } from "../messages/history.gen";
import { auditAddress } from "./address";

interface HistoryLinkProps {
  kind: AuditKind;
  id: number | string;
}

/** A link from a record to its events in the audit log, for admins. */
export function HistoryLink({ kind, id }: HistoryLinkProps) {
  const { may } = useAccount();
  if (!may("readAudit")) return null;
  return (
    <Button
      component={Link}
      to={auditAddress({ kind, subject: String(id), ...(kind === "user" && { sessions: true }) })}
      size="small"
      startIcon={<HistoryOutlined aria-hidden />}
      sx={{ color: "text.secondary" }}
    >
      {t("link")}
    </Button>
  );
}
