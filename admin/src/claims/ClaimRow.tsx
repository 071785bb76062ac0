import { Box, Button, Chip, Link, TextField, Typography } from "@mui/material";
import type { ClaimResponse } from "@karst/client";
import { useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { bdi } from "../kit/bdi";
import { useToast } from "../layout/Toasts";
import { Age } from "../list/Age";
import { t } from "../messages/claims.gen";
import { decideClaim, type ClaimDecision } from "../resources/claims";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";

/** The possible decisions on a claim. A claim that waits for a proof can only be declined. */
function decisionsOn({ state, method }: ClaimResponse): readonly ClaimDecision[] {
  if (state === "proved" || (state === "open" && method === "call")) return ["approve", "decline"];
  if (state === "open") return ["decline"];
  return state === "approved" ? ["revoke"] : [];
}

/** A claim to a place: the account, the method, and the decisions. */
export function ClaimRow({ claim }: { claim: ClaimResponse }) {
  const { place, account, method, isDispute, email, website, note, createdAt } = claim;
  const decisions = decisionsOn(claim);
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: "anywhere", minWidth: 0 }}>
          <Link component={RouterLink} to={`/businesses/${place.id}`} color="inherit" underline="hover">
            <bdi>{place.name}</bdi>
          </Link>
        </Typography>
        <Chip size="small" label={t(`methods.${method}`)} />
        {isDispute && <Chip size="small" color="warning" label={t("dispute")} />}
      </Box>
      <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
        {t.rich("by", { name: account.name || account.email, email: account.email, bdi })}
      </Typography>
      {(email ?? website) && (
        <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
          {t("contact", { contact: email ?? website ?? "" })}
        </Typography>
      )}
      <Typography component="div" variant="body2" sx={{ color: "text.secondary" }}>
        <Age time={createdAt} />
      </Typography>
      {note && (
        <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
          {t.rich("note", { note, bdi })}
        </Typography>
      )}
      {decisions.length > 0 && <Decide claim={claim} decisions={decisions} />}
    </Box>
  );
}

/** The decisions on a claim, with a note for the team. */
function Decide({ claim, decisions }: { claim: ClaimResponse; decisions: readonly ClaimDecision[] }) {
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const { name } = claim.place;
  async function decide(decision: ClaimDecision) {
    setBusy(true);
    try {
      await ask(() => decideClaim(claim.id, decision, note.trim() || null));
      toast.done(t(`done.${decision}`));
    } catch (error) {
      toast.failed(t(`failed.${decision}`), error);
    } finally {
      setBusy(false);
      await renew(["claims"], ["businesses"], ["users"]);
    }
  }
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1, alignItems: "center" }}>
      <TextField
        size="small"
        label={t("noteLabel")}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: 2000, "aria-label": t("noteFor", { name }), dir: "auto" } }}
        sx={{ flex: "1 1 240px", maxWidth: 480 }}
      />
      {decisions.map((decision) => (
        <Button
          key={decision}
          variant={decision === "approve" ? "contained" : "outlined"}
          color={decision === "revoke" ? "error" : "primary"}
          disabled={isBusy}
          aria-label={t(`${decision}For`, { name })}
          onClick={() => void decide(decision)}
        >
          {t(decision)}
        </Button>
      ))}
    </Box>
  );
}
