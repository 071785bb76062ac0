import { Autocomplete, Box, TextField, Typography } from "@mui/material";
import type { ArticleResponse, PlaceResponse } from "@karst/client";
import { keepPreviousData } from "@tanstack/react-query";
import { useGetList } from "react-admin";
import { sitePath as articleAddress, statusOf } from "../articles/shape";
import { sitePath as placeAddress } from "../businesses/site";
import { useNow } from "../kit/useNow";
import { useRested } from "../kit/useRested";
import { Reason } from "../layout/Toasts";
import { t } from "../messages/richText.gen";
import { isLink } from "./addresses";

/** A page of the site that a link can lead to. */
export interface LinkTarget {
  kind: "place" | "article";
  name: string;
  address: string;
  isPublic: boolean;
}

interface LinkTargetInputProps {
  address: string;
  isInvalid: boolean;
  onChange: (address: string) => void;
  onChoose: (target: LinkTarget) => void;
}

/** The address of a link, typed, or found by the name of a place or an article. */
export function LinkTargetInput({ address, isInvalid, onChange, onChoose }: LinkTargetInputProps) {
  const { targets, isPending, error } = useTargets(address.trim());
  return (
    <Autocomplete<LinkTarget, false, false, true>
      freeSolo
      options={targets}
      loading={isPending}
      loadingText={t("link.searching")}
      // The lists are filtered already.
      filterOptions={(all) => all}
      value={null}
      inputValue={address}
      onInputChange={(_, text, reason) => {
        if (reason === "input" || reason === "clear") onChange(text);
      }}
      onChange={(_, chosen) => {
        if (chosen && typeof chosen !== "string") onChoose(chosen);
      }}
      groupBy={({ kind }) => t(`link.kind.${kind}`)}
      getOptionLabel={(option) => (typeof option === "string" ? option : option.name)}
      getOptionKey={(option) => (typeof option === "string" ? option : option.address)}
      renderOption={({ key, ...props }, { name, isPublic }) => (
        <Box component="li" key={key} {...props} sx={{ minHeight: 44, gap: 1 }}>
          <bdi>{name}</bdi>
          {!isPublic && (
            <Typography
              component="span"
              variant="caption"
              sx={{ color: "text.secondary", ml: "auto !important" }}
            >
              {t("link.notPublic")}
            </Typography>
          )}
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("link.address")}
          error={isInvalid}
          helperText={isInvalid ? t("link.invalid") : error ? <Reason error={error} /> : t("link.hint")}
          slotProps={{
            ...params.slotProps,
            formHelperText: { component: "div", ...(error && { role: "alert" }) },
          }}
          autoFocus
        />
      )}
    />
  );
}

interface Targets {
  targets: LinkTarget[];
  isPending: boolean;
  error: Error | null;
}

/** The places and articles with this name; none while an address is typed. */
function useTargets(typed: string): Targets {
  const q = useRested(typed);
  const isName = q !== "" && !isLink(q);
  const now = useNow(60_000);
  // Without an order, the best matches come first.
  const query = {
    filter: { q },
    pagination: { page: 1, perPage: 6 },
    sort: { field: "", order: "ASC" as const },
  };
  // The options stay while those for a longer text are loaded, and with them the highlight.
  const options = { enabled: isName, placeholderData: keepPreviousData };
  const places = useGetList<PlaceResponse>("businesses", query, options);
  const articles = useGetList<ArticleResponse>("articles", query, options);
  if (!isName || isLink(typed)) return { targets: [], isPending: false, error: null };
  return {
    targets: [
      ...(places.data ?? []).map((place) => ({
        kind: "place" as const,
        name: place.name,
        address: placeAddress(place),
        isPublic: place.isActive,
      })),
      ...(articles.data ?? []).map((article) => ({
        kind: "article" as const,
        name: article.title,
        address: articleAddress(article),
        isPublic: statusOf(article, now) === "live",
      })),
    ],
    isPending: places.isPending || articles.isPending,
    error: places.error ?? articles.error,
  };
}
