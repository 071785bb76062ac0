import { createTheme, ThemeProvider } from "@mui/material/styles";
import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext, memoryStore } from "react-admin";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { TimeInput } from "../src/form/TimeInput";
import { lightTheme } from "../src/theme/theme";

vi.mock("../src/audit/useZone", () => ({ useZone: () => "Europe/Berlin" }));

function Form({ time, readOnly }: { time: string; readOnly?: boolean }) {
  const form = useForm({ defaultValues: { unpublishAt: time } });
  const value = useWatch({ control: form.control, name: "unpublishAt" });
  return (
    <FormProvider {...form}>
      <TimeInput
        source="unpublishAt"
        label="Unpublish at"
        hint="It stays public."
        readOnly={readOnly}
        action={{ label: "Clear time", value: () => "" }}
      />
      <output>{value}</output>
    </FormProvider>
  );
}

function show(time: string, readOnly?: boolean) {
  render(
    <MemoryRouter>
      <CoreAdminContext store={memoryStore()}>
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Form time={time} readOnly={readOnly} />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return screen.getByLabelText<HTMLInputElement>("Unpublish at");
}

const value = () => screen.getByRole("status").textContent;
const type = (input: HTMLInputElement, text: string) => fireEvent.change(input, { target: { value: text } });

// R474
it("holds a time on the clock of the region, or none", () => {
  const input = show("2026-07-01T10:00:00.000Z");
  expect(input.value).toBe("2026-07-01T12:00");
  type(input, "2026-12-01T12:00");
  expect(value()).toBe("2026-12-01T11:00:00.000Z");
  expect(screen.getByText(/Dec 1, 2026, 12:00 in Europe\/Berlin \(GMT\+1\)/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear time" }));
  expect([input.value, value()]).toEqual(["", ""]);
  expect(screen.getByText("It stays public.")).toBeTruthy();
});

// R474
it("keeps the typed text of a time that the clock skips, and says what becomes of it", () => {
  const input = show("");
  type(input, "2026-03-29T02:30");
  expect([input.value, value()]).toEqual(["2026-03-29T02:30", "2026-03-29T01:30:00.000Z"]);
  expect(screen.getByText("The clock skips 02:30 that day, so it becomes 03:30 (GMT+2).")).toBeTruthy();
});

it("is read-only for those who may not set the time", () => {
  const input = show("2026-07-01T10:00:00.000Z", true);
  expect(input.readOnly).toBe(true);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("It stays public.")).toBeTruthy();
});
