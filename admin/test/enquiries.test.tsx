import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { EnquiryResponse } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type DataProvider } from "react-admin";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import Enquiries from "../src/enquiries/Enquiries";
import { lightTheme } from "../src/theme/theme";
import { anEnquiry } from "./things";

vi.mock("../src/resources", () => ({ settings: async () => ({ brand: "Test Guide" }), resources: {} }));

const NO_ADDRESS = anEnquiry({
  id: 4,
  businessName: "Quiet Grotto",
  recipient: null,
  delivery: "no_address",
});
const REFUSED = anEnquiry({ delivery: "failed", deliveryError: "550 5.1.1 User unknown" });

function show(enquiries: EnquiryResponse[], path = "/enquiries") {
  const data = {
    getList: async () => ({ data: enquiries, total: enquiries.length }),
    getOne: async () => ({ data: enquiries[0] }),
  } as unknown as DataProvider;
  render(
    <MemoryRouter initialEntries={[path]}>
      <CoreAdminContext dataProvider={data} store={memoryStore()} queryClient={new QueryClient()}>
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Routes>
            <Route path="/enquiries/*" element={<Enquiries />} />
          </Routes>
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

describe("the list of enquiries", () => {
  it("says with each how its email fared, and names the address that the mail server refused", async () => {
    show([REFUSED, NO_ADDRESS, anEnquiry({ id: 5, delivery: "waiting" }), anEnquiry({ id: 6 })]);
    const rows = within(await screen.findByRole("list", { name: "Enquiries" })).getAllByRole("listitem");
    for (const [at, sentence] of [
      "Refused by the mail server: stay@example.org",
      "Not sent: no address",
      "Waiting to be sent",
      "Sent",
    ].entries())
      expect(within(rows[at]!).getByText(sentence, { exact: true })).toBeTruthy();
  });
});

describe("an enquiry", () => {
  it("that the mail server refused shows the recipient and the server's reason", async () => {
    show([REFUSED], "/enquiries/3");
    const dialog = within(await screen.findByRole("dialog", { name: "Enquiry to Lantern Lodge" }));
    const facts = dialog.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(facts).toEqual(expect.arrayContaining(["stay@example.org", "550 5.1.1 User unknown"]));
    expect(dialog.getByText("Refused by the mail server: stay@example.org")).toBeTruthy();
  });

  it("to a place without an address says that nobody received it", async () => {
    show([NO_ADDRESS], "/enquiries/4");
    const dialog = within(await screen.findByRole("dialog", { name: "Enquiry to Quiet Grotto" }));
    expect(dialog.getByText("Nobody: neither the place nor its owner has an address")).toBeTruthy();
    expect(dialog.getByText("Not sent: no address")).toBeTruthy();
  });
});
