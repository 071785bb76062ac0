import { Box, Button, Chip, Link, Typography } from "@mui/material";
import type { DeadLink } from "@karst/client";
import { useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { labelOf } from "../audit/shape";
import { ago, dateOf } from "../kit/dates";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/quality.gen";
import { checkLink } from "../resources/quality";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { ListSection } from "./ListSection";
import { QUALITY, useDeadLinks } from "./useQuality";

/** Links that do not work, one item for each record that has the link. */
export function DeadLinks() {
  const { list, items } = useDeadLinks();
  return (
    <ListSection
      id="dead-links"
      title={t("key.deadLinks")}
      hint={t("links.hint")}
      texts={{ loading: t("links.loading"), failed: t("links.failed"), none: t("links.none") }}
      list={list}
      isEmpty={items.length === 0}
    >
      {items.map((link) => (
        <Row key={`${link.kind}/${link.recordId}/${link.field}`} link={link} />
      ))}
    </ListSection>
  );
}

function Row({ link }: { link: DeadLink }) {
  const { kind, recordId, name, field, url, failure, status, failingSince, checkedAt } = link;
  const reason = t(`links.failure.${failure}`);
  const facts = [
    field.startsWith("checks.") ? t("links.source") : labelOf(field),
    status === null ? reason : t("links.status", { failure: reason, status: String(status) }),
    t("links.since", { date: dateOf(failingSince), checked: ago(checkedAt) }),
  ];
  return (
    <Box
      component="li"
      sx={{
        px: 2,
        py: 1.5,
        borderBottom: 1,
        borderColor: "divider",
        display: "flex",
        flexWrap: "wrap",
        gap: 1.5,
        alignItems: "center",
      }}
    >
      <Box sx={{ flex: "1 1 260px", minWidth: 0, overflowWrap: "anywhere" }}>
        <Link
          component={RouterLink}
          to={kind === "article" ? `/articles/${recordId}` : `/businesses/${recordId}`}
          color="inherit"
          sx={{ fontWeight: 600 }}
        >
          <bdi>{name}</bdi>
        </Link>
        <Typography variant="body2">
          <Link href={url} target="_blank" rel="noopener noreferrer" color="secondary">
            {url}
          </Link>
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {facts.join(" · ")}
        </Typography>
      </Box>
      <CheckAgain link={link} />
    </Box>
  );
}

function CheckAgain({ link: { id, url, isDue } }: { link: DeadLink }) {
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);

  async function check() {
    setBusy(true);
    try {
      await ask(() => checkLink(id));
      toast.done(t("links.requested"));
    } catch (error) {
      toast.failed(t("links.failedToCheck"), error);
    } finally {
      setBusy(false);
      void renew([...QUALITY, "links"]);
    }
  }

  if (isDue) return <Chip size="small" variant="outlined" label={t("links.due")} />;
  return (
    <Button
      variant="outlined"
      disabled={isBusy}
      aria-label={t("links.checkOf", { url })}
      onClick={() => void check()}
      sx={{ minHeight: 44 }}
    >
      {t("links.check")}
    </Button>
  );
}
