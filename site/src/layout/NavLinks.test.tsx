// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { NAV_LINKS } from "./links";
import { NavLinks } from "./NavLinks";

const following = vi.hoisted(() => ({ pending: false }));
vi.mock("next/link", async (actual) => ({ ...(await actual()), useLinkStatus: () => following }));
vi.mock("next/navigation", () => ({ usePathname: () => "/explore" }));
afterEach(cleanup);

const drawn = (pending: boolean) => {
  following.pending = pending;
  render(
    <details>
      <NavLinks pages={NAV_LINKS.slice(0, 1)} />
    </details>,
  );
};

test("a link whose page is on its way says so outside of the menu, which has closed", () => {
  drawn(true);
  const line = screen.getByRole("status");
  expect(line.textContent).toBe("Loading page...");
  expect(line.closest("details")).toBeNull();
  expect(screen.getByText("Explore").textContent, "the link keeps its name").toBe("Explore");
});

test("a link that nobody follows says nothing", () => {
  drawn(false);
  expect(screen.queryByRole("status")).toBeNull();
});
