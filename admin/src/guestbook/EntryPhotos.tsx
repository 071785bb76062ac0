import { Box } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { fileFor } from "../media/shape";
import { t } from "../messages/guestbook.gen";
import { heldFile } from "../resources";

/** The photos of an entry. The server sends photos of unpublished entries to moderators only. */
export function EntryPhotos({ entry }: { entry: Pick<AdminEntryResponse, "pictures" | "status"> }) {
  if (entry.pictures.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={t("photos")}
      sx={{ listStyle: "none", p: 0, my: 1.5, display: "flex", flexWrap: "wrap", gap: 1.5 }}
    >
      {entry.pictures.map((picture) => (
        <li key={picture.id}>
          <Photo picture={picture} isUnpublished={entry.status !== "approved"} />
        </li>
      ))}
    </Box>
  );
}

function Photo({
  picture,
  isUnpublished,
}: {
  picture: AdminEntryResponse["pictures"][number];
  isUnpublished: boolean;
}) {
  const file = fileFor(picture, 640);
  const { data } = useQuery({
    queryKey: ["media", "held", file],
    queryFn: () => heldFile(file),
    enabled: isUnpublished,
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => () => void (data && URL.revokeObjectURL(data)), [data]);
  const source = isUnpublished ? data : file;
  return (
    <Box component="figure" sx={{ m: 0, maxWidth: 280 }}>
      <Box
        component={source ? "img" : "div"}
        {...(source && { src: source, alt: picture.alt })}
        sx={{
          display: "block",
          width: 280,
          maxWidth: "100%",
          aspectRatio: `${picture.width} / ${picture.height}`,
          borderRadius: "8px",
          bgcolor: picture.color,
        }}
      />
      {/* Screen readers read the same text as the alt of the image. */}
      <Box
        component="figcaption"
        aria-hidden
        sx={{ fontSize: "0.8125rem", color: "text.secondary", mt: 0.5 }}
      >
        {picture.alt}
      </Box>
    </Box>
  );
}
