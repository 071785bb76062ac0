import { Box, Button, Typography } from "@mui/material";
import type { PreviewItem } from "@karst/client";
import { useZone } from "../audit/useZone";
import { dateIn } from "../kit/zone";
import { t } from "../messages/preview.gen";

interface SharedLinksProps {
  links: readonly PreviewItem[];
  isBusy: boolean;
  onRevoke: (id: number) => void;
}

/** The shared links that still work. */
export function SharedLinks({ links, isBusy, onRevoke }: SharedLinksProps) {
  const zone = useZone();
  if (links.length === 0) return null;
  return (
    <>
      <Typography variant="h3" component="h3" sx={{ mt: 3 }}>
        {t("share.links")}
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {links.map(({ id, note, accountName, expiresAt }) => {
          const name = note ?? t("share.noNote");
          return (
            <Box component="li" key={id} sx={{ display: "flex", alignItems: "center", gap: 1, py: 0.5 }}>
              <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" }}>
                <bdi>{name}</bdi>
                <Typography variant="body2" sx={{ color: "text.secondary" }}>
                  {t("share.until", { name: accountName ?? "", time: dateIn(zone, expiresAt) })}
                </Typography>
              </Box>
              <Button
                color="error"
                disabled={isBusy}
                aria-label={t("share.revokeOne", { name })}
                onClick={() => onRevoke(id)}
              >
                {t("share.revoke")}
              </Button>
            </Box>
          );
        })}
      </Box>
    </>
  );
}
