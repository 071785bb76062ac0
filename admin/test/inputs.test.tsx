import { createTheme, ThemeProvider } from "@mui/material/styles";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useEffect, type ReactNode } from "react";
import { CoreAdminContext, memoryStore, PasswordInput, TextInput } from "react-admin";
import { FormProvider, useForm, type UseFormReturn } from "react-hook-form";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { i18nProvider } from "../src/i18nProvider";
import { ChoiceInput } from "../src/form/ChoiceInput";
import { SwitchInput } from "../src/form/SwitchInput";
import { lightTheme } from "../src/theme/theme";

type Values = Record<string, string | boolean>;
let form: UseFormReturn<Values>;

function Form({ values, children }: { values: Values; children: ReactNode }) {
  const state = useForm({ defaultValues: values });
  useEffect(() => {
    form = state;
  });
  return <FormProvider {...state}>{children}</FormProvider>;
}

function show(values: Values, input: ReactNode) {
  const error = vi.spyOn(console, "error");
  render(
    <MemoryRouter>
      <CoreAdminContext i18nProvider={i18nProvider} store={memoryStore()}>
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Form values={values}>{input}</Form>
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  expect(error, "no attribute that the browser does not know").not.toHaveBeenCalled();
}
afterEach(() => vi.restoreAllMocks());

describe("a text input", () => {
  it("holds text when it is cleared, as the form began", () => {
    show({ name: "" }, <TextInput source="name" label="Name" required />);
    const input = screen.getByLabelText<HTMLInputElement>(/^Name/);
    expect(input.required).toBe(true);
    fireEvent.change(input, { target: { value: "Hang Én" } });
    expect(form.getValues("name")).toBe("Hang Én");
    fireEvent.change(input, { target: { value: "" } });
    expect(form.getValues("name")).toBe("");
    expect(document.querySelector("[inputprops]")).toBeNull();
  });

  it("shows its hint, or the error as an alert, and is described by it", () => {
    show({ name: "" }, <TextInput source="name" label="Name" helperText="As on the sign" />);
    const input = screen.getByLabelText("Name");
    const hint = screen.getByText("As on the sign");
    expect(hint.closest("p")!.id).toBe(input.getAttribute("aria-describedby"));
    expect(screen.queryByRole("alert")).toBeNull();
    act(() => form.setError("name", { message: "Enter a name" }));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toBe("Enter a name");
    expect(alert.id).toBe(input.getAttribute("aria-describedby"));
    expect(input.getAttribute("aria-invalid")).toBe("true");
  });

  it("of several lines is measured by the browser", () => {
    show({ note: "One\nTwo" }, <TextInput source="note" label="Note" multiline rows={2} />);
    const input = screen.getByLabelText<HTMLTextAreaElement>("Note");
    expect(input.tagName).toBe("TEXTAREA");
    expect(input.rows).toBe(2);
    expect(input.hasAttribute("type")).toBe(false);
    expect(input.style.height, "no script sets its height").toBe("");
  });
});

it("a password can be shown", () => {
  show({ password: "secret" }, <PasswordInput source="password" label="Password" />);
  const input = screen.getByLabelText<HTMLInputElement>("Password");
  expect(input.type).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(input.type).toBe("text");
  expect(screen.getByRole("button", { name: "Hide password" })).toBeTruthy();
});

it("a select names its blank option", () => {
  const label = (value: string) => (value ? `${value} stars` : "No rating");
  show({ rating: "" }, <ChoiceInput source="rating" label="Rating" values={["", "5"]} labelOf={label} />);
  const select = screen.getByRole("combobox", { name: "Rating" });
  expect(select.textContent).toBe("No rating");
  fireEvent.mouseDown(select);
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["No rating", "5 stars"]);
  fireEvent.click(screen.getByRole("option", { name: "5 stars" }));
  expect(form.getValues("rating")).toBe("5");
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Rating" }));
  fireEvent.click(screen.getByRole("option", { name: "No rating" }));
  expect(form.getValues("rating")).toBe("");
});

it("a switch is described by its hint and its error", () => {
  show({ isActive: false }, <SwitchInput source="isActive" label="Active" helperText="On the site" />);
  const input = screen.getByRole<HTMLInputElement>("switch", { name: "Active" });
  const described = () => document.getElementById(input.getAttribute("aria-describedby")!)!.textContent;
  expect(described()).toBe("On the site");
  fireEvent.click(input);
  expect(form.getValues("isActive")).toBe(true);
  act(() => form.setError("isActive", { message: "Only an administrator can change this" }));
  expect(described()).toBe("Only an administrator can change this");
});
