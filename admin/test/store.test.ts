import { expect, it } from "vitest";
import { store } from "../src/store";

it("keeps saved views and hidden columns after a sign-out, and nothing else", () => {
  const views = [{ label: "Closed", value: { filter: { active: false } } }];
  store.setItem("u1.businesses.savedQueries", views);
  store.setItem("businesses.datatable", ["category"]);
  store.setItem("palette.recent.u1", [{ resource: "users", id: "7" }]);
  store.setItem("users.listParams", { filter: { q: "linh@example.org" } });
  store.reset();
  expect(store.listItems!("")).toEqual({
    "u1.businesses.savedQueries": views,
    "businesses.datatable": ["category"],
  });
});
