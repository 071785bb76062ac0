import { Box, Link, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router-dom";
import { t } from "../messages/media.gen";
import { pictureUses } from "../resources";

/** The paths of records that use an image. */
const SCREENS: Record<string, (id: number) => string> = {
  place: (id) => `/businesses/${id}`,
  article: (id) => `/articles/${id}`,
  entry: (id) => `/guestbook/${id}`,
  settings: () => "/settings",
};

/** The paths of the trash for deleted ones. */
const TRASHES: Record<string, string> = { place: "/businesses/trash", article: "/articles/trash" };

/** The records that use an image, as links. */
export function Uses({ id }: { id: number }) {
  const { data, isError } = useQuery({ queryKey: ["media", "uses", id], queryFn: () => pictureUses(id) });
  return (
    <Box component="section" aria-labelledby="picture-uses" sx={{ mt: 3 }}>
      <Typography id="picture-uses" variant="h3" component="h3">
        {t("uses.title")}
      </Typography>
      {isError && <Typography role="alert">{t("uses.failed")}</Typography>}
      {data?.length === 0 && <Typography sx={{ color: "text.secondary" }}>{t("uses.none")}</Typography>}
      {!!data?.length && (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {data.map((use) => (
            <li key={`${use.kind} ${use.id}`}>
              {t.rich(use.isInTrash ? "uses.useInTrash" : "uses.use", {
                kind: use.kind,
                title: use.title,
                link: (title) => (
                  <Link
                    key="link"
                    component={RouterLink}
                    to={(use.isInTrash ? TRASHES[use.kind] : SCREENS[use.kind]?.(use.id)) ?? "/media"}
                    color="secondary"
                  >
                    <bdi>{title}</bdi>
                  </Link>
                ),
              })}
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}
