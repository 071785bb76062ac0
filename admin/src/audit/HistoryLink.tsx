import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { Button } from "@mui/material";
import type { AuditKind } from "@karst/client";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { texts } from "../texts";
import { auditAddress } from "./address";

interface HistoryLinkProps {
  kind: AuditKind;
  /** Nothing for what there is once. */
  id?: number | string;
}

/** From a record to what was done to it, for those who may read that. */
export function HistoryLink({ kind, id }: HistoryLinkProps) {
  const { may } = useAccount();
  if (!may("readAudit")) return null;
  return (
    <Button
      component={Link}
      to={auditAddress({ kind, ...(id !== undefined && { subject: String(id) }) })}
      size="small"
      startIcon={<HistoryOutlined aria-hidden />}
      sx={{ color: "text.secondary" }}
    >
      {texts.audit.history}
    </Button>
  );
}
