import { render, screen, waitFor, within } from "@testing-library/react";
import { fireEvent } from "@testing-library/dom";
import { CoreAdminContext, HttpError, memoryStore, type DataProvider } from "react-admin";
import { ThemeProvider, createTheme } from "@mui/material/styles";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BusinessForm } from "../src/businesses/BusinessForm";
import { toText } from "../src/businesses/shape";
import type { Outcome } from "../src/form/useRecordForm";
import { Reason } from "../src/layout/Toasts";
import { lightTheme } from "../src/theme/theme";
import { aPlace } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  stats: vi.fn(),
}));

const data = {
  getList: async () => ({ data: [{ id: 4, name: "Caves", slug: "cave", color: null }], total: 1 }),
} as unknown as DataProvider;

function show(element: React.ReactElement) {
  const page = (
    <CoreAdminContext dataProvider={data} store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>{element}</ThemeProvider>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: page }])} />);
}

describe("the business form on screen", () => {
  const save = vi.fn<() => Promise<Outcome>>();

  function showForm(text = toText(aPlace()), maySetAdminFields = true) {
    show(
      <BusinessForm
        start={text}
        form="PlaceRequest"
        copyName="businesses/new"
        save={save}
        maySetAdminFields={maySetAdminFields}
      />,
    );
  }

  beforeEach(() => {
    save.mockReset();
    save.mockResolvedValue({ isSaved: true });
  });

  it("has four tabs and preserves the text of hidden ones", () => {
    showForm();
    const tabs = screen.getAllByRole("tab").map((tab) => tab.textContent);
    expect(tabs).toEqual([
      "Business Information",
      "Media & Details",
      "Booking & Settings",
      "Rating & Reviews",
    ]);
    fireEvent.change(screen.getByLabelText(/Business name/), { target: { value: "Renamed" } });
    fireEvent.click(screen.getByRole("tab", { name: "Media & Details" }));
    fireEvent.click(screen.getByRole("tab", { name: "Business Information" }));
    expect(screen.getByLabelText<HTMLInputElement>(/Business name/).value).toBe("Renamed");
  });

  it("saves once, however often Save is pressed", async () => {
    let finish: (outcome: Outcome) => void = () => {};
    save.mockImplementation(() => new Promise((done) => (finish = done)));
    showForm();
    const form = screen.getByRole("form");
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(save).toHaveBeenCalled());
    fireEvent.submit(form);
    finish({ isSaved: true });
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", false),
    );
    expect(save).toHaveBeenCalledTimes(1);
  });

  it("counts errors on the tabs and focuses the first", async () => {
    showForm({ ...toText(aPlace()), rating: "9", imageUrl: "cave.jpg" });
    fireEvent.submit(screen.getByRole("form"));
    expect(await screen.findByRole("tab", { name: "Media & Details, 1 error" })).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Rating & Reviews, 1 error" })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("imageUrl"));
    expect(save).not.toHaveBeenCalled();
  });

  it("shows server errors under their fields and keeps the typed text", async () => {
    save.mockResolvedValue({ isSaved: false, sentences: { phone: "This number is odd" } });
    showForm();
    fireEvent.change(screen.getByLabelText("Phone"), { target: { value: "12" } });
    fireEvent.submit(screen.getByRole("form"));
    expect(await screen.findByText("This number is odd")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Phone").value).toBe("12");
  });

  it("shows owners the fields for administrators as read-only", () => {
    showForm(toText(aPlace()), false);
    for (const name of ["Active", "Location verified", "Premium", "Recommended"]) {
      expect(screen.getByRole("switch", { name, hidden: true })).toHaveProperty("disabled", true);
    }
    expect(screen.getByLabelText("Rating")).toHaveProperty("readOnly", true);
    expect(screen.getByLabelText("Inquiry form")).toHaveProperty("disabled", false);
  });

  it("reads pasted coordinates into both numbers", () => {
    showForm();
    const paste = screen.getByLabelText(/Paste coordinates/);
    fireEvent.change(paste, { target: { value: "17.1, 106.9" } });
    expect(screen.getByLabelText<HTMLInputElement>(/Latitude/).value).toBe("17.1");
    expect(screen.getByLabelText<HTMLInputElement>(/Longitude/).value).toBe("106.9");
  });
});

describe("why something failed", () => {
  it("is the server's sentence with the request's id, or that nothing answered", () => {
    show(
      <>
        <p data-testid="refused">
          <Reason error={new HttpError("This address is taken", 409, { requestId: "r42" })} />
        </p>
        <p data-testid="offline">
          <Reason error={new HttpError("Failed to fetch", 0)} />
        </p>
      </>,
    );
    const refused = within(screen.getByTestId("refused"));
    expect(refused.getByText(/This address is taken/)).toBeTruthy();
    expect(refused.getByText("r42")).toBeTruthy();
    expect(screen.getByTestId("offline").textContent).toMatch(/couldn't connect/);
  });
});
