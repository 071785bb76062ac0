// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { NAV_LINKS } from "./links";
import { NavLinks } from "./NavLinks";

const linkStatus = vi.hoisted(() => ({ pending: false }));
vi.mock("next/link", async (actual) => ({ ...(await actual()), useLinkStatus: () => linkStatus }));
vi.mock("next/navigation", () => ({ usePathname: () => "/explore" }));
afterEach(cleanup);

const renderLink = (pending: boolean) => {
  linkStatus.pending = pending;
  render(
    <details>
      <NavLinks links={NAV_LINKS.slice(0, 1)} />
    </details>,
  );
};

test("a link with a pending navigation shows a status outside the closed menu", () => {
  renderLink(true);
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("Loading page...");
  expect(status.closest("details")).toBeNull();
  expect(screen.getByText("Explore").textContent, "the link keeps its name").toBe("Explore");
});

test("a link without a pending navigation shows no status", () => {
  renderLink(false);
  expect(screen.queryByRole("status")).toBeNull();
});
