import { createTheme, ThemeProvider } from "@mui/material/styles";
import { Editor } from "@tiptap/core";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { QueryClient } from "@tanstack/react-query";
import { CoreAdminContext, HttpError, memoryStore, type DataProvider } from "react-admin";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import RichTextInput from "../src/rich/RichTextInput";
import { lightTheme } from "../src/theme/theme";
import { anArticle, aPlace } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  addImage: vi.fn(),
}));

function Form() {
  const form = useForm({ defaultValues: { contentHtml: "<p>Go:</p>" } });
  return (
    <FormProvider {...form}>
      <RichTextInput source="contentHtml" label="Content" required />
      <Value />
    </FormProvider>
  );
}

function Value() {
  return <output aria-label="value">{useWatch<{ contentHtml: string }>({ name: "contentHtml" })}</output>;
}

async function found(resource: string) {
  return resource === "articles"
    ? { data: [anArticle({ title: "Which cave?", isActive: false })], total: 1 }
    : { data: [aPlace()], total: 1 };
}

function show(search: (resource: string) => Promise<object> = found) {
  const getList = vi.fn(search);
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{ getList } as unknown as DataProvider}
        store={memoryStore()}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Form />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  const field = screen.getByRole("textbox", { name: "Content *" }) as HTMLElement & { editor: Editor };
  act(() => void field.editor.commands.setTextSelection(4));
  fireEvent.keyDown(field, { key: "k", ctrlKey: true });
  return { getList, address: screen.getByRole("combobox", { name: "Place, article or web address" }) };
}

// R137
it("a link is found by the name of a place or article, with Ctrl+K", async () => {
  const { getList, address } = show();
  expect(getList).not.toHaveBeenCalled();
  fireEvent.change(address, { target: { value: "hang" } });
  const options = await screen.findAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["Hang En", "Which cave?Not on the site"]);
  expect(getList.mock.calls.map(([resource]) => resource)).toEqual(["businesses", "articles"]);
  fireEvent.click(options[0]!);
  expect(address).toHaveProperty("value", "/places/hang-en");
  fireEvent.click(screen.getByRole("button", { name: "Set link" }));
  await waitFor(() =>
    expect(screen.getByLabelText("value").textContent).toBe(
      '<p>Go:<a href="/places/hang-en">Hang En</a></p>',
    ),
  );
});

it("a typed address is not searched", async () => {
  const { getList, address } = show();
  fireEvent.change(address, { target: { value: "https://example.org/" } });
  await new Promise((done) => setTimeout(done, 350));
  fireEvent.click(screen.getByRole("button", { name: "Set link" }));
  await waitFor(() =>
    expect(screen.getByLabelText("value").textContent).toContain(">https://example.org/</a>"),
  );
  expect(getList).not.toHaveBeenCalled();
});

it("a failed search says why", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { address } = show(async () => {
    throw new HttpError("Too many requests", 429);
  });
  fireEvent.change(address, { target: { value: "hang" } });
  expect((await screen.findByRole("alert")).textContent).toBe("Too many requests");
});
