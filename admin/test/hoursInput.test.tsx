import { createTheme, ThemeProvider } from "@mui/material/styles";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { describe, expect, it, vi } from "vitest";
import { HoursInput } from "../src/businesses/hours/HoursInput";
import { SpecialEntries } from "../src/businesses/hours/SpecialEntries";
import { readHours } from "../src/businesses/hours/read";
import { SeasonEntries } from "../src/businesses/hours/SeasonEntries";
import { writeHours } from "../src/businesses/hours/week";
import { lightTheme } from "../src/theme/theme";

vi.mock("../src/businesses/hours/HoursPreview", () => ({ HoursPreview: () => null }));

const themed = (element: ReactNode) =>
  render(<ThemeProvider theme={createTheme(lightTheme)}>{element}</ThemeProvider>);

/** The whole input in a form with `text`. */
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
const valueOf = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;
const text = () => screen.getByRole("status").textContent;
const into = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

// R209
describe("the inputs of opening hours", () => {
  it("stay while typed times cover the whole day, until the focus leaves the day", () => {
    themed(<Form text="Mo 18:00-00:00; Tu 08:00-17:00" />);
    const opens = screen.getByLabelText("Monday, opens");
    fireEvent.focus(opens);
    into("Monday, opens", "00:00");
    expect(text()).toBe("Mo 00:00-24:00; Tu 08:00-17:00");
    expect(screen.getByLabelText("Monday, opens")).toBe(opens);
    expect(valueOf("Monday, closes")).toBe("00:00");
    into("Monday, opens", "07:00");
    expect(text()).toBe("Mo 07:00-24:00; Tu 08:00-17:00");
    into("Monday, opens", "00:00");
    fireEvent.blur(opens, { relatedTarget: screen.getByLabelText("Tuesday, opens") });
    expect(screen.queryByLabelText("Monday, opens")).toBeNull();
  });

  it("restore removed hours", () => {
    themed(<Form text="Mo 09:00-10:00" />);
    fireEvent.click(screen.getByRole("button", { name: "Remove opening hours" }));
    expect(text()).toBe("");
    fireEvent.click(screen.getByRole("button", { name: "Add opening hours" }));
    expect(text()).toBe("Mo 09:00-10:00");
  });

  it("explain which nights end at midnight, if there are any", () => {
    const { unmount } = themed(<Form text="Mo-Su 18:00-02:00; 2027 Feb 05 off" />);
    screen.getByText(/^Hours that run past midnight end at midnight/);
    unmount();
    themed(<Form text="Mo-Su 08:00-17:00; 2027 Feb 05 off" />);
    expect(screen.queryByText(/ends at midnight/)).toBeNull();
  });
});

/** Special days that are written as text and parsed, as in the form of a place. */
function Special({ text }: { text: string }) {
  const [hours, setHours] = useState(() => readHours(text, 2026)!);
  return (
    <SpecialEntries
      special={hours.special}
      onChange={(special) => setHours(readHours(writeHours({ ...hours, special }), 2026)!)}
      showsFaults={false}
    />
  );
}

const yearly = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Every year" });

// R209
describe("special days", () => {
  it("restore their year when they are no longer yearly", () => {
    themed(<Special text="2028 Dec 30-2029 Jan 02 off" />);
    fireEvent.click(yearly());
    expect(valueOf("Special day 1, first day")).toBe("2026-12-30");
    fireEvent.click(yearly());
    expect(valueOf("Special day 1, first day")).toBe("2028-12-30");
    expect(valueOf("Special day 1, last day")).toBe("2029-01-02");
  });

  it("stay yearly while their day changes, with a four-digit year", () => {
    themed(<Special text="Dec 24 off" />);
    into("Special day 1, first day", "");
    expect(yearly().checked).toBe(true);
    into("Special day 1, first day", "2026-12-25");
    expect(yearly().checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Special day 1, first day").max).toBe("9999-12-31");
    expect(screen.getByLabelText<HTMLInputElement>("Special day 1, last day").max).toBe("9999-12-31");
  });
});

function Seasons() {
  const [hours, setHours] = useState(() => readHours("Mo-Su 08:00-17:00; Apr-Mar 07:00-17:00")!);
  return (
    <SeasonEntries
      usual={hours.week}
      seasons={hours.seasons}
      onChange={(seasons) => setHours({ ...hours, seasons })}
      showsFaults={false}
    />
  );
}

// R209
describe("seasons", () => {
  it("move the focus to the add button when the season that fills the year is removed", () => {
    themed(<Seasons />);
    const add = within(screen.getByRole("group", { name: "Seasons" })).getByRole<HTMLButtonElement>(
      "button",
      {
        name: "Add a season",
      },
    );
    expect(add.disabled).toBe(true);
    // A disabled button cannot get the focus.
    const wasDisabled: boolean[] = [];
    add.focus = () => void wasDisabled.push(add.disabled);
    fireEvent.click(screen.getByRole("button", { name: "Remove the season April to March" }));
    expect(wasDisabled).toEqual([false]);
  });
});
