"use client";

import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { usePathname, useRouter } from "next/navigation";
import { List, Map as MapIcon, SlidersHorizontal, X } from "lucide-react";
import type { Category } from "@/categories/find";
import { isolateBidi } from "@/lib/bidi";
import { explorePath, placePath } from "@/lib/paths";
import { DataSaverGate } from "@/map/DataSaverGate";
import { t } from "@/messages/explore.gen";
import { t as tMap } from "@/messages/mapFrame.gen";
import { CategoryChips } from "@/places/CategoryChips";
import { DistanceSortNotice } from "@/places/DistanceSortNotice";
import { PlaceList } from "@/places/PlaceList";
import { PlaceCarousel } from "@/places/PlaceCarousel";
import { SearchAutocomplete } from "@/places/SearchAutocomplete";
import type { Suggestion } from "@/places/suggest";
import type { PlaceSummary } from "@/places/summary";
import { SortSelect } from "@/places/SortSelect";
import { useAllPlaces } from "@/places/useAllPlaces";
import { SearchParamsObserver } from "@/ui/SearchParamsObserver";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { useInView } from "@karst/web/inView";
import styles from "./Explore.module.css";
import { useExploreFilters } from "./useExploreFilters";
import { useExploreLocation } from "./useExploreLocation";
import { useExploreResults } from "./useExploreResults";

const loadFilters = () => import("@/places/FiltersDialog");
const FiltersDialog = lazy(async () => ({ default: (await loadFilters()).FiltersDialog }));
const PlaceMap = lazy(async () => ({ default: (await import("@/map/PlaceMap")).PlaceMap }));

/** The height of the map's lower edge on a phone that the button `.viewToggle` covers. */
const VIEW_TOGGLE_INSET_PX = 96;

type Props = {
  /** All places, or the first thousand. */
  initialPlaces: PlaceSummary[];
  total: number;
  categories: Category[];
  regionName: string;
  timeZone: string;
  map: { latitude: number; longitude: number; zoom: number; styleUrl: string | null };
};

/** Places as a list and on a map. On a phone a button switches between them. R45 */
export function Explore({ initialPlaces, total, categories, regionName, timeZone, map }: Props) {
  const { places, remainingDescriptions, isComplete, hasFailed, loadRemaining } = useAllPlaces(
    initialPlaces,
    total,
  );
  const filters = useExploreFilters(categories);
  const location = useExploreLocation(filters, map);
  const { points, distances } = location;
  const results = useExploreResults({
    places,
    remainingDescriptions,
    categories,
    filters,
    points,
    distances,
    timeZone,
  });
  const { found, isFiltered } = results;
  const [highlightedId, setHighlighted] = useState<number | null>(null);
  const [filtersDialog, setFiltersDialog] = useState<"unmounted" | "open" | "closed">("unmounted");
  const [mapFrame, isMapInView] = useInView<HTMLElement>();
  const status = useRef<HTMLParagraphElement>(null);
  const fitKey = useChangeCount(results.resultKey);
  const categoryBySlug = useMemo(
    () => new Map(categories.map((category) => [category.slug, category])),
    [categories],
  );
  const icons = useMemo(
    () => Object.fromEntries(categories.map(({ slug, icon }) => [slug, icon])),
    [categories],
  );
  const { push } = useRouter();
  const pathname = usePathname();
  const openId = places.find(({ slug }) => placePath(slug) === pathname)?.id ?? null;

  const isSorted = filters.sort !== "best";
  const isRemainingHighlighted =
    highlightedId !== null && !isComplete && !places.some(({ id }) => id === highlightedId);
  useEffect(() => {
    if (isFiltered || isSorted || isRemainingHighlighted) loadRemaining();
  }, [isFiltered, isSorted, isRemainingHighlighted, loadRemaining]);
  const foundCount = isFiltered || isComplete ? found.length : total;
  // Results and counts are meaningful only among all places.
  const isLoading = location.isAreaPending || (isFiltered && !isComplete && !hasFailed);
  const counts = isComplete ? results.categoryCounts : null;
  const allCount = counts?.all ?? (isComplete ? places.length : total);
  const activeFilters = [
    ...filters.labels,
    ...(filters.area && !location.isAreaUnknown ? [t("filter.area")] : []),
  ];

  const removableFilters = filters.tags.map((tag) => ({
    name: tag,
    label: t("removeTag", { tag: isolateBidi(tag) }),
    remove: () => filters.toggleTag(tag),
  }));
  if (filters.area) {
    const remove = () => filters.setArea(null);
    removableFilters.push({ name: t("filter.area"), label: t("removeArea"), remove });
  }

  const toggleView = () => {
    filters.toggleView();
    window.scrollTo({ top: 0, behavior: "instant" });
  };

  const selectSuggestion = (suggestion: Suggestion) => {
    if (suggestion.kind === "place") {
      filters.commitSearch();
      push(placePath(suggestion.place.slug), { scroll: false });
    } else filters.applySuggestion(suggestion);
  };

  return (
    <div className={styles.explore} data-shows={filters.view}>
      <div className={styles.panel}>
        <div className={styles.tools}>
          <h1 className={styles.title}>
            {regionName ? t("headingIn", { region: regionName }) : t("heading")}
          </h1>
          <div className={styles.search}>
            <SearchAutocomplete
              text={filters.text}
              onTextChange={filters.search}
              onCommit={filters.commitSearch}
              onIntent={results.loadDescriptions}
              suggest={results.suggest}
              onSelect={selectSuggestion}
              categoryBySlug={categoryBySlug}
            />
            <button
              type="button"
              className={button.secondary}
              aria-haspopup="dialog"
              onPointerEnter={loadFilters}
              onFocus={loadFilters}
              onClick={() => {
                // The dialog counts among all places.
                loadRemaining();
                setFiltersDialog("open");
              }}
            >
              <SlidersHorizontal size={18} aria-hidden />
              {t("filters")}
            </button>
          </div>
          <CategoryChips
            categories={categories}
            selected={filters.categorySlug}
            total={allCount}
            counts={counts?.bySlug ?? null}
            onSelect={filters.selectCategory}
          />
        </div>

        <div className={styles.results}>
          <div className={styles.status}>
            <p ref={status} role="status" tabIndex={-1}>
              {isLoading ? t("loading") : <strong>{t("found", { count: foundCount })}</strong>}
              {activeFilters.length > 0 && <> · {t("filteredBy", { filters: activeFilters.join(", ") })}</>}
            </p>
            {removableFilters.map(({ name, label, remove }) => (
              <button
                key={label}
                type="button"
                className={styles.tag}
                aria-label={label}
                onClick={() => {
                  status.current?.focus(); // the button disappears
                  remove();
                }}
              >
                <bdi>{name}</bdi>
                <X size={16} aria-hidden />
              </button>
            ))}
            <SortSelect sort={filters.sort} onSort={location.changeSort} />
            {location.distanceSort && <DistanceSortNotice {...location.distanceSort} />}
            {location.isAreaUnknown && !location.distanceSort && (
              <p role="alert">
                {t("areaFailed")}{" "}
                <button type="button" className={button.text} onClick={location.retry}>
                  {t("retry")}
                </button>
              </p>
            )}
            {/* Until the URL has been read, the list is not filtered. */}
            <Suspense fallback={<span className={styles.loading}>{t("loading")}</span>}>
              <SearchParamsObserver path={explorePath({})} onChange={filters.readUrl} />
            </Suspense>
          </div>
          {found.length > 0 && !location.isAreaPending ? (
            <PlaceList
              places={found}
              total={foundCount}
              onLoadMore={hasFailed ? null : loadRemaining}
              categoryBySlug={categoryBySlug}
              timeZone={timeZone}
              distances={distances}
              highlightedId={highlightedId}
              onHighlight={setHighlighted}
              label={t("listRegion")}
            />
          ) : isLoading ? null : (
            <EmptyState title={t("none")} hint={t("noneHint")}>
              <button type="button" className={button.primary} onClick={filters.showAll}>
                {t("showAll")}
              </button>
            </EmptyState>
          )}
          {hasFailed && (
            <div className={styles.incomplete}>
              <p role="alert">{t("incomplete", { shown: places.length, total })}</p>
              <button type="button" className={button.secondary} onClick={loadRemaining}>
                {t("retry")}
              </button>
            </div>
          )}
        </div>
      </div>

      <section ref={mapFrame} className={styles.map} aria-label={t("mapRegion")}>
        <div className={styles.canvas}>
          {isMapInView && (
            <DataSaverGate>
              <Suspense fallback={<p className={styles.mapLoading}>{tMap("loading")}</p>}>
                <PlaceMap
                  center={map}
                  zoom={map.zoom}
                  styleUrl={map.styleUrl}
                  visibleIds={results.visibleIds}
                  highlightedId={highlightedId}
                  selectedId={openId}
                  onHighlight={setHighlighted}
                  onOpen={({ slug }) => push(placePath(slug), { scroll: false })}
                  fitKey={fitKey}
                  area={filters.area}
                  onAreaChange={filters.setArea}
                  bottomInset={filters.view === "map" ? VIEW_TOGGLE_INSET_PX : 0}
                  icons={icons}
                />
              </Suspense>
            </DataSaverGate>
          )}
        </div>
        {filters.view === "map" && found.length > 0 && (
          <div className={styles.strip}>
            <PlaceCarousel
              places={found}
              categoryBySlug={categoryBySlug}
              highlightedId={highlightedId}
              onHighlight={setHighlighted}
            />
          </div>
        )}
      </section>

      <button type="button" className={styles.viewToggle} onClick={toggleView}>
        {filters.view === "list" ? <MapIcon size={20} aria-hidden /> : <List size={20} aria-hidden />}
        {filters.view === "list" ? t("map") : t("list")}
      </button>

      {filtersDialog !== "unmounted" && (
        <Suspense>
          <FiltersDialog
            isOpen={filtersDialog === "open"}
            onClose={() => setFiltersDialog("closed")}
            categories={categories}
            filters={filters}
            foundCount={found.length}
            total={allCount}
            categoryCounts={counts?.bySlug ?? null}
            countChoices={results.countChoices}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Counts the changes of `value`; the map fits the places after each of them. */
function useChangeCount(value: string): number {
  const [count, setCount] = useState(0);
  const previous = useRef(value);
  useEffect(() => {
    if (previous.current === value) return;
    previous.current = value;
    setCount((current) => current + 1);
  }, [value]);
  return count;
}
