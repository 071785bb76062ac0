// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RegionTime } from "@/ui/RegionTime";
import { anEntry, anOwnerReply } from "./anEntry.fixture";
import { EntryCard } from "./EntryCard";

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-22T08:00:00Z") }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

// R108
test("a card shows author, age, nationality, stars, message and place", () => {
  const onOpen = vi.fn();
  const entry = anEntry();
  render(<EntryCard entry={entry} onOpen={onOpen} />);
  for (const text of ["Linh T.", "2 days ago", "Vietnam", entry.message]) screen.getByText(text);
  screen.getByRole("img", { name: "5 out of 5" });
  expect(screen.getByRole("link", { name: "Phong Nha Cave" }).getAttribute("href")).toBe(
    "/places/phong-nha-cave",
  );
  fireEvent.click(screen.getByRole("button", { name: "Read more from Linh T." }));
  expect(onOpen).toHaveBeenCalledWith(entry);
});

// R550
test("a card shows the owner's reply under the name of the place", () => {
  const ownerReply = anOwnerReply();
  render(<EntryCard entry={anEntry({ ownerReply })} />);
  screen.getByText(/^Reply from .*Phong Nha Cave/);
  expect(screen.getByText(ownerReply.comment).getAttribute("dir")).toBe("auto");
});

test("a right-to-left name or message does not affect the text around it", () => {
  const message = "שלום מהנהר";
  render(<EntryCard entry={anEntry({ authorName: "נועה", message })} />);
  expect(screen.getByText("נועה").tagName).toBe("BDI");
  expect(screen.getByText(message).getAttribute("dir")).toBe("auto");
});

// R108
test("an entry without a date was written recently", () => {
  render(<EntryCard entry={anEntry({ createdAt: "" })} />);
  screen.getByText("Recently");
});

// R109
test("an author without a name is Anonymous", () => {
  render(<EntryCard entry={anEntry({ authorName: "" })} onOpen={vi.fn()} />);
  screen.getByText("Anonymous");
  screen.getByRole("button", { name: "Read more from Anonymous" });
});

test("the HTML has the date, because it is cached for longer than 'two days ago' is true", () => {
  expect(renderToString(<EntryCard entry={anEntry()} />)).toContain("November 20, 2026");
});

test("the date in the HTML is in the region's time zone", () => {
  const card = <EntryCard entry={anEntry({ createdAt: "2026-11-20T19:00:00Z" })} />;
  expect(renderToString(<RegionTime timeZone="Asia/Ho_Chi_Minh">{card}</RegionTime>)).toContain(
    "November 21, 2026",
  );
  expect(renderToString(<RegionTime timeZone="America/Lima">{card}</RegionTime>)).toContain(
    "November 20, 2026",
  );
});

test("a pending entry says so, and missing stars, place and nationality are left out", () => {
  render(
    <EntryCard
      entry={anEntry({ status: "pending", isOwn: true, rating: null, relatedPlace: null, nationality: null })}
    />,
  );
  screen.getByText("Waiting for review");
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});
