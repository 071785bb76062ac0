import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { Button } from "@mui/material";
import type { AuditKind } from "@karst/client";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { texts } from "../texts";
import { auditAddress } from "./address";

/** From a record to what was done to it, for those who may read that. */
export function HistoryLink({ kind, id }: { kind: AuditKind; id: number | string }) {
  const { may } = useAccount();
  if (!may("readAudit")) return null;
  return (
    <Button
      component={Link}
      to={auditAddress({ kind, subject: String(id) })}
      size="small"
      startIcon={<HistoryOutlined aria-hidden />}
      sx={{ color: "text.secondary" }}
    >
      {texts.audit.history}
    </Button>
  );
}
