import { createTheme, ThemeProvider } from "@mui/material/styles";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type DataProvider } from "react-admin";
import { createMemoryRouter, createRoutesFromElements, Route, RouterProvider } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import { ArticleDialog } from "../src/articles/ArticleDialog";
import ArticleNew from "../src/articles/ArticleNew";
import { ArticleForm } from "../src/articles/ArticleForm";
import { toText } from "../src/articles/shape";
import type { Outcome } from "../src/form/useRecordForm";
import { lightTheme } from "../src/theme/theme";
import { anArticle } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  resources: {},
  addImage: vi.fn(),
}));

function show(path: string, element: React.ReactNode) {
  const data = { getList: async () => ({ data: [], total: 0 }) } as unknown as DataProvider;
  const framed = (inner: React.ReactNode) => (
    <CoreAdminContext dataProvider={data} store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>{inner}</ThemeProvider>
    </CoreAdminContext>
  );
  const routes = createRoutesFromElements(
    <>
      <Route path="/articles/new" element={framed(<ArticleNew />)} />
      <Route path="/articles/*" element={framed(element)} />
    </>,
  );
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}

const title = () => screen.findByLabelText<HTMLInputElement>(/^Title/);

describe("a new article", () => {
  it("starts with title, author and date in a dialog, and continues unsaved and inactive on its page", async () => {
    const router = show("/articles/create", <ArticleDialog />);
    fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("Title is required")).toBeTruthy();
    fireEvent.change(await title(), { target: { value: "The ferry" } });
    fireEvent.change(screen.getByLabelText(/^Author/), { target: { value: "Linh" } });
    fireEvent.change(screen.getByLabelText(/^Publication date/), { target: { value: "2026-01-05T09:00" } });
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Continue" })));
    await waitFor(() => expect(router.state.location.pathname).toBe("/articles/new"));
    expect(await screen.findByRole("form", { name: "Article" })).toBeTruthy();
    await waitFor(async () => expect((await title()).value).toBe("The ferry"));
    expect(screen.getByLabelText<HTMLInputElement>(/^Author/).value).toBe("Linh");
    expect(screen.getByRole("switch", { name: "Active" })).toHaveProperty("checked", false);
    expect(screen.getByText("Unsaved changes")).toBeTruthy();
    expect(screen.getByText("“Save” keeps the article off the site.")).toBeTruthy();
    // A reload takes the values from the unsaved copy.
    expect(router.state.location.state).toBeNull();
  });
});

describe("saving and publishing", () => {
  const save = vi.fn<(form: object) => Promise<Outcome>>(async () => ({ isSaved: true }));
  const showForm = (article: ReturnType<typeof anArticle>) =>
    show(
      "/articles/3",
      <ArticleForm article={article} start={toText(article)} form="ArticleChanges" save={save} />,
    );

  it.each([
    [
      "live",
      { isActive: true, publicationDate: "2020-01-05T02:00:00Z" },
      /^“Publish” changes the article on/,
    ],
    [
      "inactive",
      { isActive: false, publicationDate: "2020-01-05T02:00:00Z" },
      /^“Save” keeps the article off/,
    ],
    [
      "scheduled",
      { isActive: true, publicationDate: "2190-01-05T02:00:00Z" },
      /^“Save” schedules the article for .*2190/,
    ],
  ])("says what Save does to an article that is %s", async (status, changes, sentence) => {
    showForm(anArticle(changes));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryAllByRole("button", { name: "Publish now" })).toHaveLength(status === "live" ? 0 : 1);
  });

  it("follows the Active switch", async () => {
    showForm(anArticle({ isActive: true, publicationDate: "2020-01-05T02:00:00Z" }));
    fireEvent.click(await screen.findByRole("switch", { name: "Active" }));
    expect(screen.getByText("“Save” takes the article off the site.")).toBeTruthy();
  });

  it.each([
    ["keeps a date in the past", "2020-01-05T02:00:00Z", Date.parse("2020-01-05T02:00:00Z")],
    ["sets a date in the future to now", "2190-01-05T02:00:00Z", Date.now()],
  ])("Publish now saves the article as active and %s", async (_, publicationDate, expected) => {
    save.mockClear();
    showForm(anArticle({ isActive: false, publicationDate }));
    await act(async () => fireEvent.click(await screen.findByRole("button", { name: "Publish now" })));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    const saved = save.mock.calls[0]![0] as ReturnType<typeof anArticle>;
    expect(saved.isActive).toBe(true);
    expect(Math.abs(Date.parse(saved.publicationDate) - expected)).toBeLessThan(60_000);
  });
});
