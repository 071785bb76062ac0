import DevicesOutlined from "@mui/icons-material/DevicesOutlined";
import { Alert, Box, Button, Chip, List, ListItem, Skeleton, Typography, type Theme } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import type { SessionItem } from "@karst/client";
import { useRef, useState } from "react";
import { useLogout } from "react-admin";
import { session } from "../api";
import { ago, dateOf } from "../kit/dates";
import { Confirm } from "../layout/Confirm";
import { Reason, useToast } from "../layout/Toasts";
import { texts } from "../texts";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { own } from "./calls";
import { deviceName } from "./device";
import { Section } from "./Section";
import { words } from "./words";

const { sessions: said } = words;

export const SESSIONS_KEY = ["account", "sessions"];

/** Each place where one is signed in, and the ways out of it. */
export function Sessions() {
  const ask = useAsk();
  const { data, error, refetch } = useQuery({ queryKey: SESSIONS_KEY, queryFn: () => ask(own.sessions) });
  const list = useRef<HTMLUListElement>(null);
  return (
    <Section title={said.title} text={said.text}>
      {error && !data ? (
        <Alert
          severity="error"
          action={<Button onClick={() => void refetch()}>{texts.portal.tryAgain}</Button>}
        >
          {said.failed}. <Reason error={error} />
        </Alert>
      ) : data ? (
        <List disablePadding aria-label={said.title} ref={list} tabIndex={-1} sx={{ outline: "none" }}>
          {data.map((one) => (
            // The button that ended a session goes with it: the list keeps the focus.
            <Item key={one.id} one={one} onEnded={() => list.current?.focus()} />
          ))}
        </List>
      ) : (
        <Box role="status" aria-label={said.loading}>
          <Skeleton height={56} />
          <Skeleton height={56} />
        </Box>
      )}
      <Everywhere />
    </Section>
  );
}

interface ItemProps {
  one: SessionItem;
  onEnded: () => void;
}

function Item({ one: { id, device, createdAt, usedAt, isCurrent }, onEnded }: ItemProps) {
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const logout = useLogout();
  const renew = useRenew();
  const toast = useToast();
  const name = deviceName(device) ?? said.unknown;

  async function end() {
    if (isCurrent) return void logout({}, undefined, false);
    setBusy(true);
    try {
      await ask(() => own.endSession(id));
      toast.done(said.signedOut);
      onEnded();
    } catch (error) {
      toast.failed(said.failedEnd, error);
    }
    setBusy(false);
    await renew(SESSIONS_KEY);
  }

  return (
    <ListItem divider disableGutters sx={{ gap: 1.5, py: 1.25, flexWrap: { xs: "wrap", sm: "nowrap" } }}>
      <DevicesOutlined aria-hidden sx={{ color: "text.secondary" }} />
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
          <Typography title={device} sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
            {name}
          </Typography>
          {isCurrent && (
            <Chip
              size="small"
              label={said.here}
              sx={{ bgcolor: (theme: Theme) => theme.tokens.tint, color: "primary.main", fontWeight: 600 }}
            />
          )}
        </Box>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {`${said.used} ${ago(usedAt)}, ${said.since} ${dateOf(createdAt)}`}
        </Typography>
      </Box>
      <Button
        size="small"
        disabled={isBusy}
        onClick={() => void end()}
        aria-label={said.signOutOf(name)}
        sx={{ flexShrink: 0 }}
      >
        {said.signOut}
      </Button>
    </ListItem>
  );
}

function Everywhere() {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const logout = useLogout();
  const toast = useToast();

  async function run() {
    setBusy(true);
    try {
      await ask(own.signOutEverywhere);
      session.forget();
      await logout({}, undefined, false);
    } catch (error) {
      toast.failed(said.confirm.failed, error);
      setBusy(false);
      setAsked(false);
    }
  }

  return (
    <>
      <Button variant="outlined" sx={{ mt: 2 }} onClick={() => setAsked(true)}>
        {said.everywhere}
      </Button>
      <Confirm
        isOpen={isAsked}
        title={said.confirm.title}
        yes={said.confirm.yes}
        no={said.confirm.no}
        isDestructive
        isBusy={isBusy}
        onYes={() => void run()}
        onNo={() => setAsked(false)}
      >
        {said.confirm.text}
      </Confirm>
    </>
  );
}
