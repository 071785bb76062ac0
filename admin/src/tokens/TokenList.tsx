import { Box, Button, Typography } from "@mui/material";
import type { ApiTokenItem } from "@karst/client";
import { useState } from "react";
import { ago, dateOf } from "../kit/dates";
import { Confirm } from "../layout/Confirm";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/tokens.gen";
import { useAsk } from "../useAsk";
import { stateOf } from "./shape";

interface TokenListProps {
  tokens: readonly ApiTokenItem[];
  revoke: (id: number) => Promise<unknown>;
  onRevoked: () => void;
}

/** API tokens with their scopes and last use. A valid token can be revoked. */
export function TokenList({ tokens, revoke, onRevoked }: TokenListProps) {
  const [revoking, setRevoking] = useState<ApiTokenItem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const toast = useToast();

  async function confirmed() {
    if (!revoking) return;
    setBusy(true);
    try {
      await ask(() => revoke(revoking.id));
      toast.done(t("revoked", { name: revoking.name }));
      setRevoking(null);
      onRevoked();
    } catch (error) {
      toast.failed(t("failed.revoke"), error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Box component="ul" aria-label={t("list")} sx={{ m: 0, p: 0, listStyle: "none" }}>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
        ))}
      </Box>
      <Confirm
        isOpen={revoking !== null}
        title={t("confirmRevoke.title")}
        yes={t("revoke")}
        isDestructive
        isBusy={isBusy}
        onYes={() => void confirmed()}
        onNo={() => setRevoking(null)}
      >
        {t("confirmRevoke.text", { name: revoking?.name ?? "" })}
      </Confirm>
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiTokenItem; onRevoke: () => void }) {
  const state = stateOf(token);
  const { name, hint, scopes, expiresAt, lastUsedAt, lastUsedAddress, revokedAt } = token;
  const lines = [
    scopes.map((scope) => t(`scopes.${scope}`)).join(", "),
    limitsOf(token),
    state === "ended"
      ? t("endedAt", { date: dateOf(revokedAt ?? "") })
      : t(state === "expired" ? "expiredAt" : "expiresAt", { date: dateOf(expiresAt) }),
    lastUsedAt ? t("lastUsed", { ago: ago(lastUsedAt), address: lastUsedAddress ?? "" }) : t("neverUsed"),
  ].filter(Boolean);
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        gap: 1,
        alignItems: "flex-start",
        py: 1.25,
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: "anywhere", opacity: state === "valid" ? 1 : 0.75 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <bdi>{name}</bdi> <code>…{hint}</code>
        </Typography>
        {lines.map((line) => (
          <Typography key={line} variant="body2" sx={{ color: "text.secondary" }}>
            {line}
          </Typography>
        ))}
      </Box>
      {state === "valid" && (
        <Button color="error" aria-label={t("revokeToken", { name })} onClick={onRevoke}>
          {t("revoke")}
        </Button>
      )}
    </Box>
  );
}

function limitsOf({ categoryIds, ownPlacesOnly }: ApiTokenItem): string {
  const limits = [
    ownPlacesOnly && t("limits.own"),
    categoryIds && t("limits.categories", { count: categoryIds.length }),
  ];
  return limits.filter(Boolean).join(", ");
}
