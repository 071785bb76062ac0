import { Box, Card, Typography } from "@mui/material";
import type { PlaceResponse, UserResponse } from "@karst/client";
import { useGetOne } from "react-admin";
import { useAccount } from "../identity/useAccount";
import { dateOf, longDate } from "../kit/dates";
import { t } from "../messages/businesses.gen";
import { LiveMark } from "../live/LiveMark";
import { useAccountName } from "../users/AccountSelect";
import { RecheckNote } from "./Marks";
import { sitePath } from "./site";

/** The panel beside the form: whether the last change is live, and the record's metadata. */
export function RecordPanel({ place, showsLive }: { place: PlaceResponse; showsLive: boolean }) {
  const { account, may } = useAccount();
  const isOwn = place.ownerId === account?.uid;
  const ownerName = useAccountName(isOwn ? "" : (place.ownerId ?? ""));
  const owner = !place.ownerId ? t("record.noOwner") : isOwn ? t("record.you") : (ownerName ?? "\u00a0");
  return (
    <Card
      component="aside"
      aria-label={t("record.title")}
      sx={{ p: 2.5, alignSelf: "start", position: { lg: "sticky" }, top: 24 }}
    >
      {showsLive && <LiveMark place={place} />}
      {!place.isActive && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
          {may("setStanding") ? t("record.inactive") : t("record.inactiveForOwner")}
        </Typography>
      )}
      <RecheckNote recheckReason={place.recheckReason} />
      <Box
        component="dl"
        sx={{ m: 0, mt: 2, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1.25 }}
      >
        <Fact label={t("record.url")} value={sitePath(place)} />
        <Fact label={t("record.updated")} value={longDate(place.updatedAt)} />
        <Fact label={t("record.created")} value={longDate(place.createdAt)} />
        <Fact label={t("record.owner")} value={owner} />
        {(place.isVerified || place.recheckReason) && <Verification place={place} />}
        <Fact label={t("record.id")} value={String(place.id)} />
      </Box>
    </Card>
  );
}

/** The time at which the location was verified. Admins also see the account, unless it was deleted. */
function Verification({ place: { checkedAt, checkedBy } }: { place: PlaceResponse }) {
  const { data } = useGetOne<UserResponse>("users", { id: checkedBy ?? "" }, { enabled: checkedBy !== null });
  const name = data && `${data.firstName} ${data.lastName}`.trim();
  const verifier = name || data?.email;
  const date = checkedAt ? dateOf(checkedAt) : t("record.dateUnknown");
  const value = checkedAt && verifier ? t("record.verifiedBy", { date, name: verifier }) : date;
  return <Fact label={t("record.verified")} value={value} />;
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Box>
      <Typography component="dt" variant="caption" sx={{ color: "text.secondary" }}>
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
        {value}
      </Typography>
    </Box>
  );
}
