import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { PlaceRequest, PlaceResponse } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, HttpError, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { FormProvider, useFormContext } from "react-hook-form";
import { MemoryRouter } from "react-router-dom";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AdminFieldsProvider } from "../src/businesses/inputs/adminFields";
import { CategoriesIn } from "../src/businesses/inputs/CategoriesIn";
import { ChipsInput } from "../src/businesses/inputs/ChipsInput";
import { OwnerInput } from "../src/businesses/inputs/OwnerInput";
import { PricesInput } from "../src/businesses/inputs/PricesInput";
import { ReviewsInput } from "../src/businesses/inputs/ReviewsInput";
import { SwitchIn } from "../src/businesses/inputs/SwitchIn";
import { lacks } from "../src/businesses/missing";
import { reviewRows, reviewsJson } from "../src/businesses/reviews";
import { toForm, toText, type PlaceText } from "../src/businesses/shape";
import { Summary } from "../src/businesses/Summary";
import { Booking } from "../src/businesses/tabs/Booking";
import { useRecordForm, type Outcome } from "../src/form/useRecordForm";
import type { Account } from "../src/identity/permissions";
import { lightTheme } from "../src/theme/theme";
import { aPlace, anAccount, aUser } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
}));

const MINH = aUser({ id: "u2", firstName: "Minh", lastName: "Lê", email: "minh@example.org" });
const CATEGORIES = [
  { id: 4, name: "Caves" },
  { id: 5, name: "Động khô" },
];
const asked = vi.fn<(name: string, filter: object) => void>();
const save = vi.fn<(form: Partial<PlaceRequest>) => Promise<Outcome>>();
const data = {
  getList: async (name: string, { filter }: { filter: object }) => {
    asked(name, filter);
    const found = { users: [MINH], categories: CATEGORIES }[name] ?? [];
    return { data: found, total: found.length };
  },
  getOne: async (_: string, { id }: { id: string }) => {
    if (id === "gone") throw new HttpError("Missing", 404);
    return { data: aUser({ id, firstName: "Mai", lastName: "Vũ", email: "mai@example.org" }) };
  },
} as unknown as DataProvider;

interface FormProps {
  start: PlaceText;
  maySetAdminFields: boolean;
  children: ReactNode;
}

function Form({ start, maySetAdminFields, children }: FormProps) {
  const { form, submit } = useRecordForm({ start, form: "PlaceChanges", shape: toForm, save });
  return (
    <FormProvider {...form}>
      <AdminFieldsProvider value={maySetAdminFields}>
        <form aria-label="Place" onSubmit={submit}>
          {children}
        </form>
      </AdminFieldsProvider>
    </FormProvider>
  );
}

/** A part of the form of a place. */
async function show(part: ReactNode, place: Partial<PlaceResponse>, account: Account = anAccount()) {
  const authProvider = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => account,
  } as unknown as AuthProvider;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MemoryRouter>
      <CoreAdminContext {...{ authProvider, queryClient }} dataProvider={data} store={memoryStore()}>
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Form start={toText(aPlace(place))} maySetAdminFields={account.role === "admin"}>
            {part}
          </Form>
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  await act(async () => {});
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

function selectBooking(option: string) {
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Booking" }));
  fireEvent.click(screen.getByRole("option", { name: option }));
}

async function saved(): Promise<Partial<PlaceRequest>> {
  fireEvent.submit(screen.getByRole("form"));
  await waitFor(() => expect(save).toHaveBeenCalled());
  return save.mock.lastCall![0];
}

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  save.mockResolvedValue({ isSaved: true });
});

describe("the categories", () => {
  it("are found without their marks, and saved in the order in which they are selected", async () => {
    await show(<CategoriesIn />, { categoryIds: [4] });
    await screen.findByRole("button", { name: "Caves" });
    const input = screen.getByRole("combobox", { name: /^Categories/ });
    fireEvent.change(input, { target: { value: "dong kho" } });
    fireEvent.click(await screen.findByRole("option", { name: "Động khô" }));
    expect(screen.getByRole("button", { name: "Động khô" })).toBeTruthy();
    expect(await saved()).toMatchObject({ categoryIds: [4, 5] });
  });

  it("are required", async () => {
    await show(<CategoriesIn />, { categoryIds: [4] });
    await screen.findByRole("button", { name: "Caves" });
    const input = screen.getByRole("combobox", { name: /^Categories/ });
    fireEvent.keyDown(input, { key: "Backspace" });
    fireEvent.submit(screen.getByRole("form"));
    const alert = await screen.findByRole("alert");
    expect(alert.id).toBe(input.getAttribute("aria-describedby"));
    expect(document.activeElement).toBe(input);
    expect(save).not.toHaveBeenCalled();
  });
});

// R66
describe("the booking fields", () => {
  const blank = { directBookingContact: null, affiliateLink: null, bookingComUrl: null, agodaUrl: null };
  const link = "https://www.booking.com/quiet";

  it("follow the booking type, and only what is shown is saved", async () => {
    await show(<Booking />, { ...blank, bookingType: "none" });
    expect(screen.queryByLabelText("Booking.com link")).toBeNull();
    selectBooking("Through an affiliate link");
    type("Booking.com link", link);
    expect(screen.queryByLabelText("Direct booking contact")).toBeNull();
    selectBooking("Direct with the business");
    expect(screen.queryByLabelText("Booking.com link")).toBeNull();
    expect(screen.getByText(/^Not saved with this booking choice: Booking\.com link\./)).toBeTruthy();
    expect(await saved()).toMatchObject({ bookingType: "direct", bookingComUrl: null });
  });

  it("keep the typed text until the type is selected again", async () => {
    await show(<Booking />, { ...blank, bookingType: "affiliate" });
    type("Booking.com link", link);
    selectBooking("No booking");
    selectBooking("Through an affiliate link");
    expect(screen.getByLabelText("Booking.com link")).toHaveProperty("value", link);
    expect(screen.queryByText(/^Not saved/)).toBeNull();
    expect(await saved()).toMatchObject({ bookingType: "affiliate", bookingComUrl: link });
  });

  it("name a stored link that a restored copy leaves out, and give it back", async () => {
    function Restored() {
      const { setValue } = useFormContext<PlaceText>();
      const restore = () => {
        setValue("bookingType", "direct");
        setValue("bookingComUrl", "");
      };
      return (
        <button type="button" onClick={restore}>
          Restore
        </button>
      );
    }
    const parts = (
      <>
        <Booking />
        <Restored />
      </>
    );
    await show(parts, { ...blank, bookingType: "affiliate", bookingComUrl: link });
    click("Restore");
    expect(screen.getByText(/^Not saved with this booking choice: Booking\.com link\./)).toBeTruthy();
    selectBooking("Through an affiliate link");
    expect(screen.getByLabelText("Booking.com link")).toHaveProperty("value", link);
    type("Booking.com link", "");
    selectBooking("No booking");
    expect(screen.queryByText(/^Not saved/)).toBeNull();
    selectBooking("Through an affiliate link");
    expect(screen.getByLabelText("Booking.com link")).toHaveProperty("value", "");
  });

  it("include a stored link of another type, which the site shows too", async () => {
    await show(<Booking />, { ...blank, bookingType: "none", bookingComUrl: link });
    type("Booking.com link", "");
    expect(screen.getByLabelText("Booking.com link")).toBeTruthy();
    expect(await saved()).toMatchObject({ bookingType: "none", bookingComUrl: null });
  });
});

describe("the owner", () => {
  it("is shown by name, searched by name or email, and can be removed", async () => {
    await show(<OwnerInput />, { ownerId: "0198c6a1f0e27d4cb1a29c1e5a7d3f10" });
    const owner = await screen.findByRole("combobox", { name: "Owner" });
    await waitFor(() => expect(owner).toHaveProperty("value", "Mai Vũ · mai@example.org"));
    act(() => owner.focus());
    fireEvent.change(owner, { target: { value: "minh@" } });
    await waitFor(() => expect(asked).toHaveBeenCalledWith("users", { q: "minh@" }));
    fireEvent.click(await screen.findByRole("option", { name: /Minh Lê/ }));
    expect((await saved()).ownerId).toBe("u2");
    fireEvent.change(owner, { target: { value: "" } });
    save.mockClear();
    expect((await saved()).ownerId).toBeNull();
  });

  it("has no name if the account was deleted, and its id is not shown", async () => {
    await show(<OwnerInput />, { ownerId: "gone" });
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Owner" })).toHaveProperty("value", "Deleted account"),
    );
  });

  it("sees their own name and cannot change it", async () => {
    await show(<OwnerInput />, {}, anAccount({ role: "business_owner" }));
    expect(await screen.findByLabelText("Owner")).toHaveProperty("value", "Linh Tran · linh@example.org");
    expect(screen.getByLabelText("Owner")).toHaveProperty("readOnly", true);
    expect(asked).not.toHaveBeenCalledWith("users", expect.anything());
  });
});

// R134
describe("tags", () => {
  const input = () => screen.getByRole("combobox", { name: "Tags" });
  const typeTag = (value: string) => fireEvent.change(input(), { target: { value } });

  it("are added with Enter or a comma and removed with Backspace", async () => {
    await show(<ChipsInput source="tags" example="kayak" />, { tags: [] });
    typeTag("river");
    fireEvent.keyDown(input(), { key: "Enter" });
    typeTag("cold water,");
    typeTag("river");
    fireEvent.keyDown(input(), { key: "Enter" });
    typeTag("c");
    typeTag("");
    fireEvent.keyDown(input(), { key: "Backspace" });
    expect((await saved()).tags).toEqual(["river"]);
  });

  it("include one that is still being typed", async () => {
    await show(<ChipsInput source="tags" example="kayak" />, { tags: ["river", "r"] });
    typeTag("r");
    typeTag("ri");
    expect(input()).toHaveProperty("value", "ri");
    expect((await saved()).tags).toEqual(["river", "r", "ri"]);
  });

  it("split a pasted list, keep a stored comma, and can be edited as text", async () => {
    await show(<ChipsInput source="tags" example="kayak" />, { tags: ["bed, breakfast"] });
    fireEvent.paste(input(), { clipboardData: { getData: () => "river\ncave, beer" } });
    click("Edit as text: Tags");
    expect(screen.getByLabelText("Tags")).toHaveProperty("value", '"bed, breakfast", river, cave, beer');
    type("Tags", " river,, boat ,");
    click("Edit as a list: Tags");
    expect((await saved()).tags).toEqual(["river", "boat"]);
  });
});

// R133
describe("reviews", () => {
  const open = () => show(<ReviewsInput />, {});
  const review = (number: number) => within(screen.getByRole("group", { name: `Review ${number}` }));

  it("are added, moved and removed as rows", async () => {
    await open();
    click("Add review");
    fireEvent.change(review(2).getByLabelText(/Author/), { target: { value: "Minh" } });
    fireEvent.change(review(2).getByLabelText(/Rating/), { target: { value: "4.5" } });
    fireEvent.change(review(2).getByLabelText(/Text/), { target: { value: "Cool." } });
    click("Move Review 2 up");
    expect((await saved()).reviews).toEqual([
      { author: "Minh", rating: 4.5, text: "Cool." },
      { author: "Linh", rating: 5, text: "Wow" },
    ]);
    click("Remove Review 2");
    save.mockClear();
    expect((await saved()).reviews).toHaveLength(1);
  });

  it("show what is wrong at the input of the row", async () => {
    await open();
    click("Add review");
    fireEvent.change(review(2).getByLabelText(/Author/), { target: { value: "Minh" } });
    fireEvent.submit(screen.getByRole("form"));
    expect(await review(2).findByText("Review rating is required")).toBeTruthy();
    const focusIsAtRating = () =>
      waitFor(() => expect(document.activeElement).toBe(review(2).getByLabelText(/Rating/)));
    await focusIsAtRating();
    fireEvent.click(review(1).getByRole("button", { name: /^Review 1/ }));
    act(() => (document.activeElement as HTMLElement).blur());
    fireEvent.submit(screen.getByRole("form"));
    expect(await review(2).findByRole("button", { name: /^Review 2/, expanded: true })).toBeTruthy();
    await focusIsAtRating();
    expect(save).not.toHaveBeenCalled();
  });

  it("can be edited as JSON, and text that is no list of reviews is kept", async () => {
    const start = toText(aPlace());
    await open();
    click("Edit as text: Reviews");
    expect(screen.getByLabelText("Reviews", { selector: "textarea" })).toHaveProperty("value", start.reviews);
    const typed = '[{"author": "Mai"';
    fireEvent.change(screen.getByLabelText("Reviews", { selector: "textarea" }), {
      target: { value: typed },
    });
    expect(screen.getByRole("button", { name: "Edit as a list: Reviews" })).toHaveProperty("disabled", true);
    expect(screen.getByLabelText("Reviews", { selector: "textarea" })).toHaveProperty("value", typed);
    fireEvent.change(screen.getByLabelText("Reviews", { selector: "textarea" }), {
      target: { value: `${typed}, "rating": 4, "text": "Go."}]` },
    });
    click("Edit as a list: Reviews");
    expect(review(1).getByLabelText(/Author/)).toHaveProperty("value", "Mai");
    expect((await saved()).reviews).toEqual([{ author: "Mai", rating: 4, text: "Go." }]);
  });

  it("read as rows only if a row loses nothing", () => {
    for (const json of ["[{", "{}", "[1]", '[{"author": "Mai", "date": "2026"}]', '[{"text": 5}]'])
      expect(reviewRows(json)).toBeNull();
    const { reviews } = toText(aPlace());
    expect(reviewsJson(reviewRows(reviews)!)).toBe(reviews);
    expect(reviewRows("")).toEqual([]);
  });
});

// R534
describe("prices", () => {
  const price = (number: number) => within(screen.getByRole("group", { name: `Price ${number}` }));
  const change = (label: RegExp, value: string) =>
    fireEvent.change(price(2).getByLabelText(label), { target: { value } });

  it("are rows with the date of their check, which is today for a new one", async () => {
    await show(<PricesInput />, {});
    click("Add price");
    const today: unknown = expect.stringMatching(/^20\d\d-\d\d-\d\d$/);
    expect(price(2).getByLabelText(/^Date of the check/)).toHaveProperty("value", today);
    change(/^Date of the check/, "2026-01");
    change(/^Amount/, "80000");
    const added = { label: null, amount: 80000, amountTo: null, currency: "VND", per: null };
    const [stored] = aPlace().prices;
    expect((await saved()).prices).toEqual([
      stored,
      { ...added, audience: "everyone", checkedAt: "2026-01" },
    ]);
  });

  it("show what is wrong at the input of the row", async () => {
    await show(<PricesInput />, {});
    click("Add price");
    change(/^Date of the check/, "last week");
    fireEvent.submit(screen.getByRole("form"));
    expect(await price(2).findByText("Amount is required")).toBeTruthy();
    expect(price(2).getByText(/^Date of the check must be a date like/)).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
  });
});

describe("the summary", () => {
  const onGoTo = vi.fn();

  it("says whether the place is public, and leads to missing facts", async () => {
    await show(
      <>
        <Summary isNew={false} onGoTo={onGoTo} />
        <SwitchIn source="isActive" hint="" />
      </>,
      { imageUrl: null, gallery: [] },
    );
    const summary = within(screen.getByRole("region", { name: "What travelers will see" }));
    expect(summary.getByRole("status").textContent).toMatch(/^The place is public\./);
    fireEvent.click(summary.getByRole("button", { name: "Image" }));
    expect(onGoTo).toHaveBeenCalledWith("imageUrl");
    fireEvent.click(screen.getByRole("switch", { name: "Active" }));
    expect(summary.getByRole("status").textContent).toMatch(/hidden once you save/);
  });

  it("tells owners that an admin activates their place", async () => {
    await show(
      <Summary isNew={false} onGoTo={onGoTo} />,
      { isActive: false },
      anAccount({ role: "business_owner" }),
    );
    expect(screen.getByText(/isn't public until an admin activates it/)).toBeTruthy();
  });

  it("counts an email address as a contact only with the inquiry form", () => {
    const place = { email: "a@example.org", enquiryFormEnabled: false };
    expect(lacks(place, "contact")).toBe(true);
    expect(lacks({ ...place, enquiryFormEnabled: true }, "contact")).toBe(false);
  });
});
