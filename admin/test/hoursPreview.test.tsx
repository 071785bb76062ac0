import { createApiClient, type Warning } from "@karst/client";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore } from "react-admin";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { HoursInput } from "../src/businesses/hours/HoursInput";
import { lightTheme } from "../src/theme/theme";

vi.mock("../src/api", () => ({ karst: createApiClient({ origin: "http://guide.test" }) }));
vi.mock("../src/resources", () => ({
  settings: async () => ({ timeZone: "Asia/Ho_Chi_Minh" }),
  resources: {},
}));
afterEach(() => vi.unstubAllGlobals());

const CUT = "Mo-Su 17:00-02:00; We off";
const WHOLE = "Mo,Tu,Th-Su 17:00-02:00";
const WARNING: Warning = {
  field: "operatingHours",
  code: "night_cut",
  message:
    "With “We closed”, the night from Tuesday to Wednesday ends at midnight, and Thursday is still open from 00:00 to 02:00.",
  suggestion: WHOLE,
};

/** Answers `/api/opening` by the text that it is asked about. */
function reading(answers: Record<string, () => Response>) {
  vi.stubGlobal("fetch", async ({ url }: Request) => answers[new URL(url).searchParams.get("hours")!]!());
}

const opening = (days: number[][][], warnings: Warning[] = []) =>
  Response.json({ opening: { weeks: [{ from: "2026-11-16", days }], until: "2099-12-21" }, warnings });

function Form({ text }: { text: string }) {
  const form = useForm({ defaultValues: { operatingHours: text } });
  const operatingHours = useWatch({ control: form.control, name: "operatingHours" });
  return (
    <FormProvider {...form}>
      <HoursInput />
      <output>{operatingHours}</output>
    </FormProvider>
  );
}

function show(text: string) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <MemoryRouter>
      <CoreAdminContext store={memoryStore()} queryClient={queryClient}>
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Form text={text} />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return () => container.querySelector("output")!.textContent;
}

describe("what travelers read of opening hours", () => {
  it("shows the server's warning and applies its suggestion with one click", async () => {
    const night = [[1020, 1560]];
    const cut = [night, [[1020, 1440]], [], [[0, 120], ...night], night, night, night];
    reading({
      [CUT]: () => opening(cut, [WARNING]),
      [WHOLE]: () => opening([night, night, [], night, night, night, night]),
    });
    const text = show(CUT);
    const group = await screen.findByRole("group", { name: "What travelers see" });
    const warning = within(group).getByRole("status");
    expect(warning.textContent).toContain(WARNING.message);
    expect(text(), "it is only offered").toBe(CUT);
    fireEvent.click(within(warning).getByRole("button", { name: `Use ${WHOLE}` }));
    expect(text()).toBe(WHOLE);
    await waitFor(() => expect(within(group).queryByText(WARNING.message)).toBeNull());
    expect(group.textContent).toContain("17:00–02:00");
  });

  it("shows a warning without a suggestion and without a button", async () => {
    reading({ [CUT]: () => opening([[]], [{ ...WARNING, suggestion: undefined }]) });
    show(CUT);
    const warning = await screen.findByText(WARNING.message);
    expect(within(warning.closest<HTMLElement>('[role="status"]')!).queryByRole("button")).toBeNull();
  });

  it("shows why the server rejects a text", async () => {
    const message = "Opening hours are not valid starting at character 1";
    const problem = {
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: message,
      code: "malformed_request",
      requestId: "r",
    };
    const errors = [{ field: "hours", message, code: "opening_hours_invalid" }];
    reading({
      "7am-5pm": () => Response.json({ ...problem, errors }, { status: 400 }),
    });
    show("7am-5pm");
    expect((await screen.findByText(message)).closest('[role="status"]')).toBeTruthy();
    expect(screen.queryByRole("group", { name: "What travelers see" })).toBeNull();
  });
});
