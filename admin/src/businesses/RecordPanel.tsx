import { Box, Card, Typography } from "@mui/material";
import type { PlaceResponse, UserResponse } from "@karst/client";
import { useGetOne } from "react-admin";
import { HistoryLink } from "../audit/HistoryLink";
import { useAccount } from "../identity/useAccount";
import { dateOf, longDate } from "../kit/dates";
import { texts } from "../texts";
import { LiveMark } from "../live/LiveMark";
import { RecheckNote } from "./Marks";
import { siteAddress } from "./site";

const words = texts.businesses.facts;

/** Beside the form: whether the last change is public yet, and what the record says of itself. */
export function RecordPanel({ place, showsLive }: { place: PlaceResponse; showsLive: boolean }) {
  const { account, may } = useAccount();
  const owner = !place.ownerId ? words.nobody : place.ownerId === account?.uid ? words.yours : place.ownerId;
  const hiddenWhy = may("setStanding") ? texts.businesses.live.hiddenWhy : texts.businesses.live.ownerWhy;
  return (
    <Card
      component="aside"
      aria-label={words.title}
      sx={{ p: 2.5, alignSelf: "start", position: { lg: "sticky" }, top: 24 }}
    >
      {showsLive && <LiveMark place={place} />}
      {!place.isActive && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
          {hiddenWhy}
        </Typography>
      )}
      <RecheckNote recheckReason={place.recheckReason} />
      <Box component="dl" sx={{ m: 0, mt: 2, display: "grid", gap: 1.25 }}>
        <Fact label={words.address} value={siteAddress(place)} />
        <Fact label={words.updated} value={longDate(place.updatedAt)} />
        <Fact label={words.created} value={longDate(place.createdAt)} />
        <Fact label={words.owner} value={owner} />
        {(place.isVerified || place.recheckReason) && <Checked place={place} />}
        <Fact label={words.number} value={String(place.id)} />
      </Box>
      <Box sx={{ mt: 1, ml: -1 }}>
        <HistoryLink kind="place" id={place.id} />
      </Box>
    </Card>
  );
}

/** When the location was checked; for admins with the name of who did, as long as there is the account. */
function Checked({ place: { checkedAt, checkedBy } }: { place: PlaceResponse }) {
  const { data } = useGetOne<UserResponse>("users", { id: checkedBy ?? "" }, { enabled: checkedBy !== null });
  const name = data && `${data.firstName} ${data.lastName}`.trim();
  const value = checkedAt ? words.checkedBy(dateOf(checkedAt), name || data?.email) : words.checkedSometime;
  return <Fact label={words.checked} value={value} />;
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Box>
      <Typography component="dt" variant="caption" sx={{ color: "text.secondary" }}>
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0 }}>
        {value}
      </Typography>
    </Box>
  );
}
