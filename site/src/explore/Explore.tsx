"use client";

import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { usePathname, useRouter } from "next/navigation";
import { List, Map as MapIcon, SlidersHorizontal, X } from "lucide-react";
import type { Category } from "@/categories/find";
import { explorePath, placePath } from "@/lib/paths";
import { DataSaverGate } from "@/map/DataSaverGate";
import { CategoryChips } from "@/places/CategoryChips";
import { NearestFirst } from "@/places/DistanceSortNotice";
import { PlaceList } from "@/places/PlaceList";
import { PlaceStrip } from "@/places/PlaceCarousel";
import { SuggestBox } from "@/places/SearchAutocomplete";
import type { Suggestion } from "@/places/suggest";
import type { PlaceSummary } from "@/places/summary";
import { SortBox } from "@/places/SortSelect";
import { useAllPlaces } from "@/places/useAllPlaces";
import { exploreTexts } from "@/texts/explore";
import { AddressReader } from "@/ui/SearchParamsObserver";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { useInView } from "@/ui/useInView";
import styles from "./Explore.module.css";
import { useExplore } from "./useExplore";

const loadFilters = () => import("@/places/FiltersDialog");
const FiltersDialog = lazy(async () => ({ default: (await loadFilters()).FiltersDialog }));
const PlaceMap = lazy(async () => ({ default: (await import("@/map/PlaceMap")).PlaceMap }));

/** How far the button that turns to the list reaches up the map of a phone; see `.pill`. */
const PILL_PX = 96;

type Props = {
  /** All places, or the first thousand of them. */
  firstPlaces: PlaceSummary[];
  /** How many there are in all. */
  total: number;
  categories: Category[];
  regionName: string;
  timeZone: string;
  map: { latitude: number; longitude: number; zoom: number; styleUrl: string | null };
};

/** Places as a list and on a map: side by side where there is room, one or the other on a phone. */
export function Explore({ firstPlaces, total, categories, regionName, timeZone, map }: Props) {
  const { places, others, isWhole, hasFailed, readOthers } = useAllPlaces(firstPlaces, total);
  const explore = useExplore({ places, others }, categories, { timeZone, centre: map });
  const shows = explore.view;
  const [highlightedId, setHighlighted] = useState<number | null>(null);
  const [filters, setFilters] = useState<"unasked" | "open" | "closed">("unasked");
  const [mapFrame, isMapVisible] = useInView<HTMLElement>();
  const status = useRef<HTMLParagraphElement>(null);
  const fitKey = useFitKey(explore.filter);
  const icons = useMemo(
    () => Object.fromEntries(categories.map(({ slug, icon }) => [slug, icon])),
    [categories],
  );
  const { push } = useRouter();
  const pathname = usePathname();
  const openId = places.find(({ slug }) => placePath(slug) === pathname)?.id ?? null;

  const { isNarrowed } = explore;
  const isSorted = explore.sort !== "best";
  const isOtherHighlighted =
    highlightedId !== null && !isWhole && !places.some(({ id }) => id === highlightedId);
  useEffect(() => {
    if (isNarrowed || isSorted || isOtherHighlighted) readOthers();
  }, [isNarrowed, isSorted, isOtherHighlighted, readOthers]);
  const count = isNarrowed || isWhole ? explore.found.length : total;
  // What was found among some says nothing of all.
  const isReading = explore.isPlacing || (isNarrowed && !isWhole && !hasFailed);

  // Counted among all places alone: what was found among some says nothing of all.
  const counts = isWhole ? explore.inCategories : null;

  const turn = () => {
    explore.turn();
    window.scrollTo({ top: 0, behavior: "instant" });
  };

  const chooseSuggestion = (suggestion: Suggestion) => {
    if (suggestion.kind === "place") {
      explore.settleSearch();
      push(placePath(suggestion.place.slug), { scroll: false });
    } else if (suggestion.kind === "category") explore.narrow({ category: suggestion.category.slug });
    else explore.narrow({ tag: suggestion.tag });
  };

  return (
    <div className={styles.explore} data-shows={shows}>
      <div className={styles.panel}>
        <div className={styles.tools}>
          <h1 className={styles.title}>{exploreTexts.heading(regionName)}</h1>
          <div className={styles.search}>
            <SuggestBox
              words={explore.words}
              onWords={explore.search}
              onSettle={explore.settleSearch}
              onIntent={explore.prepareSearch}
              suggest={explore.suggest}
              onChoose={chooseSuggestion}
              categoryBySlug={explore.categoryBySlug}
            />
            <button
              type="button"
              className={button.secondary}
              aria-haspopup="dialog"
              onPointerEnter={loadFilters}
              onFocus={loadFilters}
              onClick={() => {
                // What each choice would leave is counted among all of them.
                readOthers();
                setFilters("open");
              }}
            >
              <SlidersHorizontal size={18} aria-hidden />
              {exploreTexts.filters}
            </button>
          </div>
          <CategoryChips
            categories={categories}
            chosen={explore.chosen}
            total={counts?.all ?? (isWhole ? places.length : total)}
            counts={counts?.each ?? null}
            onChoose={explore.chooseCategory}
          />
        </div>

        <div className={styles.results}>
          <div className={styles.status}>
            <p ref={status} role="status" tabIndex={-1}>
              {isReading ? exploreTexts.loading : <strong>{exploreTexts.found(count)}</strong>}
              {explore.filteredBy.length > 0 && (
                <> · {exploreTexts.filteredBy(explore.filteredBy.join(", "))}</>
              )}
            </p>
            {explore.tags.map((tag) => (
              <button
                key={tag}
                type="button"
                className={styles.tag}
                aria-label={exploreTexts.removeTag(tag)}
                onClick={() => {
                  status.current?.focus(); // the button goes
                  explore.toggleTag(tag);
                }}
              >
                <bdi>{tag}</bdi>
                <X size={16} aria-hidden />
              </button>
            ))}
            {explore.area && (
              <button
                type="button"
                className={styles.tag}
                aria-label={exploreTexts.removeArea}
                onClick={() => {
                  status.current?.focus();
                  explore.chooseArea(null);
                }}
              >
                {exploreTexts.area}
                <X size={16} aria-hidden />
              </button>
            )}
            <SortBox sort={explore.sort} onSort={explore.chooseSort} />
            {explore.nearest && <NearestFirst {...explore.nearest} />}
            {explore.isAreaUnknown && !explore.nearest && (
              <p role="alert">
                {exploreTexts.areaUnknown}{" "}
                <button type="button" className={button.quiet} onClick={explore.retryArea}>
                  {exploreTexts.others}
                </button>
              </p>
            )}
            {/* Until the address has been read, the list may yet be narrowed. */}
            <Suspense fallback={<span className={styles.loading}>{exploreTexts.loading}</span>}>
              <AddressReader path={explorePath({})} onRead={explore.onRead} />
            </Suspense>
          </div>
          {explore.found.length > 0 && !explore.isPlacing ? (
            <PlaceList
              places={explore.found}
              total={count}
              onMissing={hasFailed ? null : readOthers}
              categoryBySlug={explore.categoryBySlug}
              timeZone={timeZone}
              distances={explore.distances}
              highlightedId={highlightedId}
              onHighlight={setHighlighted}
              label={exploreTexts.listRegion}
            />
          ) : isReading ? null : (
            <EmptyState title={exploreTexts.none} hint={exploreTexts.noneHint}>
              <button type="button" className={button.primary} onClick={explore.showAll}>
                {exploreTexts.clear}
              </button>
            </EmptyState>
          )}
          {hasFailed && (
            <div className={styles.others}>
              <p role="alert">{exploreTexts.notAll(places.length, total)}</p>
              <button type="button" className={button.secondary} onClick={readOthers}>
                {exploreTexts.others}
              </button>
            </div>
          )}
        </div>
      </div>

      <section ref={mapFrame} className={styles.map} aria-label={exploreTexts.mapRegion}>
        <div className={styles.canvas}>
          {isMapVisible && (
            <DataSaverGate>
              <Suspense fallback={<p className={styles.mapLoading}>{exploreTexts.loadingMap}</p>}>
                <PlaceMap
                  center={map}
                  zoom={map.zoom}
                  styleUrl={map.styleUrl}
                  visibleIds={explore.visibleIds}
                  highlightedId={highlightedId}
                  selectedId={openId}
                  onHighlight={setHighlighted}
                  onOpen={({ slug }) => push(placePath(slug), { scroll: false })}
                  fitKey={fitKey}
                  area={explore.area}
                  onAreaChange={explore.chooseArea}
                  bottomInset={shows === "map" ? PILL_PX : 0}
                  icons={icons}
                />
              </Suspense>
            </DataSaverGate>
          )}
        </div>
        {shows === "map" && explore.found.length > 0 && (
          <div className={styles.strip}>
            <PlaceStrip
              places={explore.found}
              categoryBySlug={explore.categoryBySlug}
              highlightedId={highlightedId}
              onHighlight={setHighlighted}
            />
          </div>
        )}
      </section>

      <button type="button" className={styles.pill} onClick={turn}>
        {shows === "list" ? <MapIcon size={20} aria-hidden /> : <List size={20} aria-hidden />}
        {shows === "list" ? exploreTexts.map : exploreTexts.list}
      </button>

      {filters !== "unasked" && (
        <Suspense>
          <FiltersDialog
            isOpen={filters === "open"}
            onClose={() => setFilters("closed")}
            categories={categories}
            explore={explore}
            total={counts?.all ?? (isWhole ? places.length : total)}
            counts={counts?.each ?? null}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A number that grows each time what is found changes: the map fits the places anew (after 100 ms, which it knows). */
function useFitKey(filter: string): number {
  const [key, setKey] = useState(0);
  const last = useRef(filter);
  useEffect(() => {
    if (last.current === filter) return;
    last.current = filter;
    setKey((before) => before + 1);
  }, [filter]);
  return key;
}
