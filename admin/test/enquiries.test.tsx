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
const REJECTED = anEnquiry({ delivery: "failed", deliveryError: "550 5.1.1 User unknown" });

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
  it("shows the delivery status of each, with the recipient that the mail server rejected", async () => {
    show([REJECTED, NO_ADDRESS, anEnquiry({ id: 5, delivery: "waiting" }), anEnquiry({ id: 6 })]);
    const rows = within(await screen.findByRole("list", { name: "Inquiries" })).getAllByRole("listitem");
    for (const [at, sentence] of [
      "Rejected by the mail server: stay@example.org",
      "Not sent: no address",
      "Waiting to be sent",
      "Sent",
    ].entries())
      expect(within(rows[at]!).getByText(sentence, { exact: true })).toBeTruthy();
  });
});

describe("an enquiry", () => {
  it("that the mail server rejected shows the recipient and the server's reason", async () => {
    show([REJECTED], "/enquiries/3");
    const dialog = within(await screen.findByRole("dialog", { name: "Inquiry to Lantern Lodge" }));
    const facts = dialog.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(facts).toEqual(expect.arrayContaining(["stay@example.org", "550 5.1.1 User unknown"]));
    expect(dialog.getByText("Rejected by the mail server: stay@example.org")).toBeTruthy();
  });

  it("to a place without an email address shows that it was not sent", async () => {
    show([NO_ADDRESS], "/enquiries/4");
    const dialog = within(await screen.findByRole("dialog", { name: "Inquiry to Quiet Grotto" }));
    expect(dialog.getByText("None: neither the place nor its owner has an email address")).toBeTruthy();
    expect(dialog.getByText("Not sent: no address")).toBeTruthy();
  });
});
