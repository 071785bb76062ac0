import { Button, Dialog, Skeleton, Typography, useMediaQuery, type Theme } from "@mui/material";
import type { NewApiTokenResponse, ProfileResponse } from "@karst/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "../account/Section";
import { LoadFailed } from "../list/ListStates";
import { t } from "../messages/tokens.gen";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { apiTokens, OWN_TOKENS_KEY } from "./calls";
import { CreateToken } from "./CreateToken";
import { NewToken } from "./NewToken";
import { TokenList } from "./TokenList";

/** The API tokens of the signed-in account. */
export function ApiTokens({ profile }: { profile: ProfileResponse }) {
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewApiTokenResponse | null>(null);
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  const ask = useAsk();
  const renew = useRenew();
  const tokens = useQuery({ queryKey: OWN_TOKENS_KEY, queryFn: () => ask(apiTokens.own) });
  const changed = () => void renew(OWN_TOKENS_KEY);

  function onCreated(token: NewApiTokenResponse) {
    setCreating(false);
    setCreated(token);
    changed();
  }

  return (
    <Section title={t("title")} text={t("text")}>
      {tokens.isPending && <Skeleton variant="rounded" height={72} />}
      {tokens.isError && (
        <LoadFailed title={t("failed.fetch")} error={tokens.error} onRetry={tokens.refetch} />
      )}
      {tokens.data?.length === 0 && <Typography sx={{ color: "text.secondary" }}>{t("none")}</Typography>}
      {tokens.data && tokens.data.length > 0 && (
        <TokenList tokens={tokens.data} revoke={apiTokens.revokeOwn} onRevoked={changed} />
      )}
      <Button variant="outlined" sx={{ mt: 2 }} onClick={() => setCreating(true)}>
        {t("create")}
      </Button>
      <Dialog
        open={isCreating}
        onClose={(_, reason) => reason === "escapeKeyDown" && setCreating(false)}
        maxWidth="sm"
        fullWidth
        fullScreen={isSmall}
      >
        <CreateToken profile={profile} onCreated={onCreated} onClose={() => setCreating(false)} />
      </Dialog>
      <Dialog open={created !== null} maxWidth="sm" fullWidth>
        {created && <NewToken created={created} onDone={() => setCreated(null)} />}
      </Dialog>
    </Section>
  );
}
