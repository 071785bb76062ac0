import { Box, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../list/ListStates";
import { t } from "../messages/tokens.gen";
import { apiTokens, userTokensKey } from "../tokens/calls";
import { TokenList } from "../tokens/TokenList";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";

/** The API tokens of a user, which an admin can revoke. Shows nothing for a user who has none. */
export function UserTokens({ id }: { id: string }) {
  const ask = useAsk();
  const renew = useRenew();
  const key = userTokensKey(id);
  const tokens = useQuery({ queryKey: key, queryFn: () => ask(() => apiTokens.ofUser(id)) });
  if (tokens.isError)
    return (
      <LoadFailed title={t("failed.fetch")} error={tokens.error} onRetry={tokens.refetch} sx={{ mt: 2 }} />
    );
  if (!tokens.data || tokens.data.length === 0) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="subtitle2" component="h3">
        {t("title")}
      </Typography>
      <TokenList
        tokens={tokens.data}
        revoke={(tokenId) => apiTokens.revokeOfUser(id, tokenId)}
        onRevoked={() => void renew(key)}
      />
    </Box>
  );
}
