import { Alert, Box, Button, Typography } from "@mui/material";
import type { PlaceResponse } from "@karst/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fieldLabel } from "../history/kinds";
import { useAccount } from "../identity/useAccount";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/waitingChanges.gen";
import { valueText } from "../reports/shape";
import { waitingChanges, withdrawChange } from "../resources/claims";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";

/** The changes of a place by its owner that wait for review, which the owner can withdraw. */
export function WaitingChanges({ place }: { place: PlaceResponse }) {
  const { account } = useAccount();
  const ask = useAsk();
  // The key has the version, because a save may create a waiting change. Other waiting changes leave the version as
  // it is.
  const { data = [] } = useQuery({
    queryKey: ["proposals", "ofPlace", place.id, place.version],
    queryFn: () => ask(() => waitingChanges(place.id)),
    enabled: place.ownerId !== null,
  });
  return data.map(({ id, fields, accountId }) => (
    <Alert
      key={id}
      severity="info"
      sx={{ mb: 2 }}
      action={accountId !== null && accountId === account?.uid && <Withdraw id={id} />}
    >
      <Typography component="h2" variant="body1" sx={{ fontWeight: 600 }}>
        {t("title")}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: "anywhere" }}>
        {fields.map(({ field, proposed }) => (
          <li key={field}>
            {fieldLabel("businesses", field)}:{" "}
            <span dir="auto">{valueText(field, proposed ?? null) || t("empty")}</span>
          </li>
        ))}
      </Box>
    </Alert>
  ));
}

function Withdraw({ id }: { id: number }) {
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  async function withdraw() {
    setBusy(true);
    try {
      await ask(() => withdrawChange(id));
      toast.done(t("done"));
    } catch (error) {
      toast.failed(t("failed"), error);
    } finally {
      await renew(["proposals"]);
      setBusy(false);
    }
  }
  return (
    <Button color="inherit" disabled={isBusy} onClick={() => void withdraw()}>
      {t("withdraw")}
    </Button>
  );
}
