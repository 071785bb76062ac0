import { render, screen } from "@testing-library/react";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { CoreAdminContext, memoryStore, type DataProvider } from "react-admin";
import { describe, expect, it, vi } from "vitest";
import { LiveMark } from "../src/live/LiveMark";
import { ago } from "../src/kit/dates";
import { lightTheme } from "../src/theme/theme";
import { aPlace } from "./things";

const now = () => new Date().toISOString();

/** The mark of `place`, with an API that answers `later` when it is asked again. */
function showMark(place: ReturnType<typeof aPlace>, later = place) {
  const getOne = vi.fn(async () => ({ data: later }));
  const queryClient = new QueryClient();
  const mark = (shown: typeof place) => (
    <CoreAdminContext
      dataProvider={{ getOne } as unknown as DataProvider}
      store={memoryStore()}
      queryClient={queryClient}
    >
      <ThemeProvider theme={createTheme(lightTheme)}>
        <LiveMark place={shown} />
      </ThemeProvider>
    </CoreAdminContext>
  );
  const { rerender } = render(mark(place));
  return Object.assign(getOne, { shows: (next: typeof place) => rerender(mark(next)) });
}

describe("where a change is on its way to the site", () => {
  it("says since when it is live, to the second today", () => {
    const time = now();
    showMark(aPlace({ updatedAt: time, liveSince: time }));
    expect(screen.getByRole("status").textContent).toMatch(/^Live since \d\d:\d\d:\d\d$/);
  });

  it("asks again after a save until the change is there", async () => {
    const saved = aPlace({ updatedAt: now(), liveSince: null });
    const getOne = showMark(saved, { ...saved, liveSince: now() });
    expect(screen.getByRole("status").textContent).toBe("Going live…");
    expect(await screen.findByText(/^Live since/)).toBeTruthy();
    expect(getOne).toHaveBeenCalledTimes(1);
  });

  it("waits for an undo, which gives a place its older time back", async () => {
    const place = aPlace({ liveSince: now() });
    const undone = { ...place, version: place.version + 2, liveSince: null };
    const getOne = showMark(place, { ...undone, liveSince: now() });
    getOne.shows(undone);
    expect(screen.getByRole("status").textContent).toBe("Going live…");
    expect(await screen.findByText(/^Live since/)).toBeTruthy();
    expect(getOne).toHaveBeenCalledTimes(1);
  });

  it("says that inactive places are not on the site, and asks nothing", () => {
    const getOne = showMark(aPlace({ isActive: false, updatedAt: now(), liveSince: null }));
    expect(screen.getByText("Not on the site")).toBeTruthy();
    expect(getOne).not.toHaveBeenCalled();
  });

  it("does not wait for what was saved long ago", () => {
    const getOne = showMark(aPlace({ liveSince: null }));
    expect(screen.getByText("Not on the site yet")).toBeTruthy();
    expect(getOne).not.toHaveBeenCalled();
  });
});

describe("how long ago", () => {
  const at = new Date("2026-11-21T12:00:00Z");
  it.each([
    ["2026-11-21T11:59:30Z", "just now"],
    ["2026-11-21T11:57:00Z", "3 minutes ago"],
    ["2026-11-21T09:00:00Z", "3 hours ago"],
    ["2026-11-20T11:00:00Z", "yesterday"],
    ["2026-11-01T12:00:00Z", "Nov 1"],
    ["2025-11-01T12:00:00Z", "Nov 1, 2025"],
  ])("%s was %s", (time, words) => {
    expect(ago(time, at)).toBe(words);
  });
});
