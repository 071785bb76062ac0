import type { PlaceResponse } from "@karst/client";
import { fold } from "@karst/client/fold";
import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDataProvider, type RaRecord } from "react-admin";
import { useNavigate } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/palette.gen";
import { placesNamed } from "../resources";
import { useAsk } from "../useAsk";
import { matches, type Option } from "./options";
import { useRecent, type Searched } from "./recent";
import { SOURCES } from "./sources";

/** The maximum number of records of one kind. */
const MAX_SHOWN = 5;
/** The shortest text to search for: nearly every name contains any single letter. */
const MIN_LETTERS = 2;

interface Found {
  records: RaRecord[];
  hasMore: boolean;
}

function optionOf(resource: Searched, record: RaRecord, group: string, run: () => void): Option {
  const { nameOf, detailOf, Icon } = SOURCES[resource];
  const id = `${group} ${resource} ${record.id}`;
  return { id, group, label: nameOf(record), detail: detailOf?.(record), Icon, run };
}

/** The results of a list's search for `q`. While they load, `data` has the previous results. */
function useSearch(resource: Searched, q: string) {
  const { account, may } = useAccount();
  const dataProvider = useDataProvider();
  const ask = useAsk();
  const { act, sort, statuses = [undefined] } = SOURCES[resource];

  async function search(): Promise<Found> {
    // The list reads every matching place. This call finds a few at once, also by words that the list does not
    // search.
    if (resource === "businesses" && may("listAll")) {
      const places = await ask(() => placesNamed(q));
      const listed = places.filter(({ name }) => fold(name).includes(fold(q)));
      return { ...found(places), hasMore: listed.length > MAX_SHOWN };
    }
    const ownerId = resource === "businesses" ? account?.uid : undefined;
    const lists = await Promise.all(
      statuses.map((status) =>
        dataProvider.getList<RaRecord>(resource, {
          filter: { ownerId, status, q },
          pagination: { page: 1, perPage: MAX_SHOWN + 1 },
          sort,
        }),
      ),
    );
    return found(lists.flatMap(({ data }) => data));
  }

  const query = useQuery({
    // Each text has its own query: a late response never replaces that of a newer text.
    queryKey: ["palette", resource, q],
    queryFn: search,
    enabled: may(act) && q.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
  });
  return { resource, query };
}

/**
 * The records found for `asked`, the delayed copy of `typed`. Until they are loaded, earlier results that match
 * `typed`.
 */
export function useFoundRecords(asked: string, typed: string) {
  const navigate = useNavigate();
  const searches = [
    useSearch("businesses", asked),
    useSearch("articles", asked),
    useSearch("guestbook", asked),
    useSearch("users", asked),
  ];
  const isLongEnough = typed.length >= MIN_LETTERS;
  const isFetching = searches.some(({ query }) => query.isFetching);
  const options = searches.flatMap(({ resource, query: { data, isPlaceholderData } }) => {
    if (!data || !isLongEnough) return [];
    const { statuses, Icon } = SOURCES[resource];
    const group = t(`groups.${resource}`);
    const isOlder = isPlaceholderData || asked !== typed;
    const filter = new URLSearchParams({ filter: JSON.stringify({ q: asked }) });
    const all: Option = {
      id: `${group} all`,
      group,
      label: t("all", { section: tLayout(`section.${resource}`) }),
      Icon,
      run: () => void navigate(`/${resource}?${filter}`),
    };
    return [
      ...data.records
        .map((record) => optionOf(resource, record, group, () => void navigate(`/${resource}/${record.id}`)))
        .filter(({ label }) => !isOlder || matches(typed, label)),
      // Entries have a list for each status.
      ...(data.hasMore && !isOlder && !statuses ? [all] : []),
    ];
  });
  const failed = searches
    .filter(({ query }) => query.isError && isLongEnough)
    .map(({ resource, query }) => ({ group: t(`groups.${resource}`), query }));
  return { options, isSearching: isLongEnough && (asked !== typed || isFetching), failed };
}

const found = (records: RaRecord[]): Found => ({
  records: records.slice(0, MAX_SHOWN),
  hasMore: records.length > MAX_SHOWN,
});

/** The records opened last, with their current names. Omits deleted records, and those that are no longer allowed. */
export function useRecentRecords(): Option[] {
  const { may } = useAccount();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const recent = useRecent();
  const allowed = recent.filter(({ resource }) => may(SOURCES[resource].act));
  const queries = useQueries({
    queries: allowed.map(({ resource, id }) => ({
      // Not the query key of the forms: an open form must not be disturbed.
      queryKey: ["palette", "recent", resource, id],
      queryFn: async () => (await dataProvider.getOne<RaRecord>(resource, { id })).data,
      placeholderData: () => queryClient.getQueryData<RaRecord>([resource, "getOne", { id }]),
      // With retries, a deleted record would be "loading" for seconds.
      retry: false,
    })),
  });
  return allowed.flatMap(({ resource, id }, index) => {
    const { data, isPending, isError } = queries[index]!;
    const run = () => void navigate(`/${resource}/${id}`);
    const group = t("groups.recent");
    const { Icon } = SOURCES[resource];
    if (isPending) return [{ id: `${group} ${resource} ${id}`, group, label: t("loading"), Icon, run }];
    // After an error, `data` is the previous response.
    if (isError || (resource === "businesses" && !may("editPlace", data as PlaceResponse))) return [];
    return [optionOf(resource, data, group, run)];
  });
}
