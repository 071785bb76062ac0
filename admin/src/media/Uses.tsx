import { Box, Link, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router-dom";
import { pictureUses } from "../resources";
import { words } from "./words";

/** Where the console shows what a picture is used for. */
const SCREENS: Record<string, (id: number) => string> = {
  place: (id) => `/businesses/${id}`,
  article: (id) => `/articles/${id}`,
  entry: (id) => `/guestbook/${id}`,
  settings: () => "/settings",
};

/** And where what lies in the trash is brought back. */
const TRASHES: Record<string, string> = { place: "/businesses/trash", article: "/articles/trash" };

/** What shows a picture, each with the way to it. */
export function Uses({ id }: { id: number }) {
  const { data, isError } = useQuery({ queryKey: ["media", "uses", id], queryFn: () => pictureUses(id) });
  return (
    <Box component="section" aria-labelledby="picture-uses" sx={{ mt: 3 }}>
      <Typography id="picture-uses" variant="h3" component="h3">
        {words.uses.title}
      </Typography>
      {isError && <Typography role="alert">{words.uses.failed}</Typography>}
      {data?.length === 0 && <Typography sx={{ color: "text.secondary" }}>{words.uses.none}</Typography>}
      {!!data?.length && (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {data.map((use) => (
            <li key={`${use.kind} ${use.id}`}>
              {words.uses.kinds[use.kind] ?? use.kind}:{" "}
              <Link
                component={RouterLink}
                to={(use.isInTrash ? TRASHES[use.kind] : SCREENS[use.kind]?.(use.id)) ?? "/media"}
                color="secondary"
              >
                <bdi>{use.title}</bdi>
              </Link>
              {use.isInTrash && ` ${words.uses.inTrash}`}
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}
