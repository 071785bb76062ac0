import { createTheme, ThemeProvider } from "@mui/material/styles";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import {
  CoreAdminContext,
  ListContextProvider,
  memoryStore,
  ResourceContextProvider,
  TextInput,
  useList,
  type DataProvider,
} from "react-admin";
import { FormProvider, useForm } from "react-hook-form";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import { ArticleRows } from "../src/articles/ArticleRows";
import { ArticleTable } from "../src/articles/ArticleTable";
import { BusinessCards } from "../src/businesses/BusinessCards";
import { SideBySide } from "../src/form/SideBySide";
import { EntryFacts } from "../src/guestbook/EntryFacts";
import { Confirm } from "../src/layout/Confirm";
import { Page } from "../src/layout/Page";
import { lightTheme } from "../src/theme/theme";
import { anArticle, anEntry, aPlace } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  restoreComment: vi.fn(),
}));

const NAME = "مغارة 7";
const nothing = () => {};

function Form({ children }: { children: ReactNode }) {
  const form = useForm({ defaultValues: { name: NAME } });
  return <FormProvider {...form}>{children}</FormProvider>;
}

function Articles() {
  const list = useList({ data: [anArticle({ title: NAME })] });
  return (
    <ResourceContextProvider value="articles">
      <ListContextProvider value={list}>
        <ArticleTable onPreview={nothing} onDelete={nothing} />
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

const SHOWN: [what: string, element: ReactNode][] = [
  ["a screen's title", <Page key="" title={NAME} children="" />],
  [
    "a place's row",
    <BusinessCards
      key=""
      isSelectable={false}
      places={[aPlace({ name: NAME })]}
      onView={nothing}
      onDelete={nothing}
    />,
  ],
  [
    "an article's row",
    <ArticleRows key="" articles={[anArticle({ title: NAME })]} onPreview={nothing} onDelete={nothing} />,
  ],
  ["an article's row of the table", <Articles key="" />],
  ["an entry's author", <EntryFacts key="" entry={anEntry({ authorName: NAME })} />],
  ["an entry's message", <EntryFacts key="" entry={anEntry({ message: NAME })} />],
  ["a version of a field", <SideBySide key="" label="Tags" versions={[["Yours", NAME]]} />],
];

function show(children: ReactNode) {
  const data = { getList: async () => ({ data: [], total: 0 }) } as unknown as DataProvider;
  render(
    <MemoryRouter>
      <CoreAdminContext dataProvider={data} store={memoryStore()}>
        <ThemeProvider theme={createTheme(lightTheme)}>{children}</ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

/** Whether the element's direction is that of its own text, and the text around it keeps its own. */
const isIsolated = (element: Element) => element.matches('bdi, [dir="auto"]');

describe("text from right to left", () => {
  it.each(SHOWN)("is isolated in %s", (_, element) => {
    show(element);
    const shown = screen.getAllByText(NAME, { ignore: "title" });
    expect(shown.map(isIsolated)).toEqual(shown.map(() => true));
  });

  it("is isolated with its quotation marks in a question", () => {
    const sentence = `“${NAME}” is gone at once.`;
    show(
      <Confirm isOpen title="Delete?" yes="Delete" no="Keep" onYes={nothing} onNo={nothing}>
        {sentence}
      </Confirm>,
    );
    expect(isIsolated(screen.getByText(`“${NAME}”`))).toBe(true);
    expect(screen.getByRole("dialog").textContent).toContain(sentence);
  });

  it.each([
    ["a field", false],
    ["a field of several lines", true],
  ])("gives %s its direction", (_, multiline) => {
    show(
      <Form>
        <TextInput source="name" label="Name" multiline={multiline} />
      </Form>,
    );
    expect(isIsolated(screen.getByLabelText("Name"))).toBe(true);
  });
});
