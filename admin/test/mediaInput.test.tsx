import { createTheme, ThemeProvider } from "@mui/material/styles";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type DataProvider } from "react-admin";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { addressList } from "../src/businesses/shape";
import { GalleryInput, PictureInput } from "../src/media/PictureInput";
import { lightTheme } from "../src/theme/theme";

const { addImage, libraryPage } = vi.hoisted(() => ({ addImage: vi.fn(), libraryPage: vi.fn() }));
vi.mock("../src/resources", () => ({
  addImage,
  libraryPage,
  pictureUses: async () => [],
  resources: {},
}));

const picture = (id: number, name: string, alt: string | null = null) => ({
  id,
  version: 1,
  url: `/media/${id}-0.jpg`,
  name,
  alt,
  isDecorative: false,
  widths: [320],
  width: 640,
  height: 480,
  useCount: 0,
  color: "#123456",
  focalX: 0.5,
  focalY: 0.5,
});
const update = vi.fn(
  async (_resource: string, { data, previousData }: { data: object; previousData: object }) => ({
    data: { ...previousData, ...data },
  }),
);
const getOne = async () => ({ data: picture(9, "boat.png", "A boat") });
const submit = vi.fn((event: React.FormEvent) => event.preventDefault());

function Form({ gallery, imageUrl = "" }: { gallery: string; imageUrl?: string }) {
  const form = useForm({ defaultValues: { gallery, imageUrl } });
  const values = useWatch({ control: form.control });
  return (
    <FormProvider {...form}>
      <form onSubmit={submit}>
        <PictureInput source="imageUrl" label="Image" />
        <GalleryInput source="gallery" label="Gallery" toList={addressList} />
        <output data-testid="image">{values.imageUrl}</output>
        <output data-testid="gallery">{values.gallery}</output>
        <button type="button" onClick={() => form.setFocus("gallery")}>
          Refuse
        </button>
        <button>Save changes</button>
      </form>
    </FormProvider>
  );
}

function show(gallery: string, imageUrl?: string) {
  render(
    <CoreAdminContext dataProvider={{ update, getOne } as unknown as DataProvider} store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        <Form gallery={gallery} imageUrl={imageUrl} />
      </ThemeProvider>
    </CoreAdminContext>,
  );
}

const group = (name: string) => screen.getByRole("group", { name });
const value = (name: "image" | "gallery") => screen.getByTestId(name).textContent;
const files = (...names: string[]) => names.map((name) => new File(["x"], name, { type: "image/png" }));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  vi.clearAllMocks();
  addImage.mockImplementation(async ({ name }: File) => picture(name.length, name));
  libraryPage.mockResolvedValue({ data: [picture(9, "boat.png", "A boat")], total: 1 });
});

// R208
describe("images of a form", () => {
  it("selects dropped images at once and asks for each description in place", async () => {
    show("/scenes/a.svg");
    fireEvent.drop(group("Gallery"), { dataTransfer: { files: files("a.png", "bb.png"), types: ["Files"] } });
    const first = await screen.findByLabelText("Image description: a.png");
    await screen.findByLabelText("Image description: bb.png");
    expect(value("gallery")).toBe("/scenes/a.svg, /media/5-0.jpg, /media/6-0.jpg");
    first.focus();
    fireEvent.change(first, { target: { value: " A boat " } });
    expect(fireEvent.keyDown(first, { key: "Enter" }), "Enter submits no form").toBe(false);
    expect(await screen.findByText("A boat")).toBeTruthy();
    expect(update.mock.calls.map(([resource, { data }]) => [resource, data])).toEqual([
      ["media", { alt: "A boat" }],
    ]);
    expect(document.activeElement).toBe(screen.getByLabelText("Image description: bb.png"));
    expect(submit).not.toHaveBeenCalled();
  });

  it("leaves the focus in the next description while the one before is saved", async () => {
    show("");
    fireEvent.drop(group("Gallery"), { dataTransfer: { files: files("a.png", "bb.png"), types: ["Files"] } });
    const first = await screen.findByLabelText("Image description: a.png");
    const second = await screen.findByLabelText("Image description: bb.png");
    first.focus();
    fireEvent.change(first, { target: { value: "A boat" } });
    second.focus();
    fireEvent.change(second, { target: { value: "A ca" } });
    expect(await screen.findByText("A boat")).toBeTruthy();
    expect(document.activeElement).toBe(second);
    expect(update).toHaveBeenCalledTimes(1);
  });

  it("saves no description while another window is open", async () => {
    show("");
    fireEvent.drop(group("Gallery"), { dataTransfer: { files: files("a.png"), types: ["Files"] } });
    const description = await screen.findByLabelText("Image description: a.png");
    description.focus();
    fireEvent.change(description, { target: { value: "A bo" } });
    // The browser sends it, and the focus stays.
    fireEvent.focusOut(description);
    fireEvent.change(description, { target: { value: "A boat" } });
    description.blur();
    expect(await screen.findByText("A boat")).toBeTruthy();
    expect(update.mock.calls.map(([, { data }]) => data)).toEqual([{ alt: "A boat" }]);
  });

  it("saves a description once when the form is saved right after it was typed", async () => {
    show("");
    fireEvent.drop(group("Gallery"), { dataTransfer: { files: files("a.png"), types: ["Files"] } });
    const description = await screen.findByLabelText("Image description: a.png");
    description.focus();
    fireEvent.change(description, { target: { value: "A boat" } });
    const save = screen.getByRole("button", { name: "Save changes" });
    save.focus();
    fireEvent.click(save);
    expect(await screen.findByText("A boat")).toBeTruthy();
    expect(submit).toHaveBeenCalledTimes(1);
    expect(update).toHaveBeenCalledTimes(1);
  });

  it("offers one button to add images, and hides the file input behind it", () => {
    show("");
    expect(screen.getAllByRole("button", { name: "Add image: Image" })).toHaveLength(1);
    expect(screen.queryByLabelText("Add image: Image", { selector: "input" })).toBeNull();
    expect(group("Image").querySelector("input[type=file]")).toHaveProperty("hidden", true);
  });

  it("pastes text that Word copied with an image of it as text", async () => {
    show("");
    fireEvent.drop(group("Gallery"), { dataTransfer: { files: files("a.png"), types: ["Files"] } });
    const description = await screen.findByLabelText("Image description: a.png");
    description.focus();
    const clipboardData = { files: files("text.png"), types: ["text/plain", "text/html", "Files"] };
    expect(fireEvent.paste(description, { clipboardData }), "the browser inserts the text").toBe(true);
    expect(addImage).toHaveBeenCalledTimes(1);
  });

  it("keeps an image that is picked during an upload", async () => {
    let finish!: (uploaded: object) => void;
    addImage.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    show("", "/a.svg");
    fireEvent.drop(group("Image"), { dataTransfer: { files: files("a.png"), types: ["Files"] } });
    press("Choose from library: Image");
    fireEvent.click(await screen.findByRole("checkbox", { name: "A boat" }));
    press("Use image");
    expect(value("image")).toBe("/media/9-0.jpg");
    finish(picture(5, "a.png"));
    expect(await screen.findByText("a.png was added")).toBeTruthy();
    expect(value("image")).toBe("/media/9-0.jpg");
  });

  it("asks before the dialog of an image closes with unsaved changes", async () => {
    show("", "/media/9-0.jpg");
    fireEvent.click(await screen.findByRole("button", { name: "Edit image: A boat" }));
    const credit = await screen.findByLabelText("Credit");
    fireEvent.change(credit, { target: { value: "Linh" } });
    fireEvent.keyDown(credit, { key: "Escape" });
    fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(credit).toHaveProperty("value", "Linh");
    fireEvent.keyDown(credit, { key: "Escape" });
    fireEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(screen.queryByLabelText("Credit")).toBeNull());
  });

  it("replaces the only image by a pasted one, and accepts a decorative one", async () => {
    show("", "/scenes/a.svg");
    fireEvent.paste(group("Image"), { clipboardData: { files: files("a.png", "bb.png") } });
    await screen.findByLabelText("Image description: a.png");
    expect(value("image")).toBe("/media/5-0.jpg");
    fireEvent.click(screen.getByRole("checkbox", { name: "Decorative" }));
    await waitFor(() => expect(screen.queryByLabelText("Image description: a.png")).toBeNull());
    expect(update.mock.calls[0]![1].data).toEqual({ isDecorative: true });
  });

  it("moves, removes and replaces images of a gallery, and announces it", async () => {
    show("/a.svg, /b.svg, /c.svg");
    press("Move later: a.svg");
    expect(value("gallery")).toBe("/b.svg, /a.svg, /c.svg");
    expect(within(group("Gallery")).getByRole("status").textContent).toBe("Moved to 2 of 3");
    press("Move earlier: b.svg");
    expect(value("gallery"), "it is the first already").toBe("/b.svg, /a.svg, /c.svg");
    press("Remove: b.svg");
    expect(value("gallery")).toBe("/a.svg, /c.svg");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add images: Gallery" }));
    const tile = screen.getByRole("button", { name: "Replace: a.svg" }).closest("li")!;
    const input = tile.querySelector("input[type=file]")!;
    fireEvent.change(input, { target: { files: files("a.png") } });
    await waitFor(() => expect(value("gallery")).toBe("/media/5-0.jpg, /c.svg"));
  });

  it("shows addresses as text on request, and broken ones always", () => {
    show("/a.svg, nonsense", "/b.svg");
    expect(screen.getByRole("textbox", { name: "Gallery" })).toHaveProperty("value", "/a.svg, nonsense");
    expect(within(group("Gallery")).getByText("nonsense")).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Image" })).toBeNull();
    press("Edit as text: Image");
    const text = screen.getByRole("textbox", { name: "Image" });
    expect(document.activeElement).toBe(text);
    fireEvent.change(text, { target: { value: "/d.svg" } });
    expect(value("image")).toBe("/d.svg");
  });

  it("keeps a failed upload's name and reason, and the images", async () => {
    addImage.mockRejectedValue(new TypeError("Failed to fetch"));
    show("/a.svg");
    fireEvent.drop(group("Gallery"), { dataTransfer: { files: files("a.png"), types: ["Files"] } });
    expect(await screen.findByText("a.png could not be added")).toBeTruthy();
    expect(value("gallery")).toBe("/a.svg");
  });

  it("focuses the missing description of a refused image, or else the text", async () => {
    show("");
    press("Refuse");
    await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("gallery"));
    fireEvent.drop(group("Gallery"), { dataTransfer: { files: files("a.png"), types: ["Files"] } });
    const description = await screen.findByLabelText("Image description: a.png");
    press("Refuse");
    await waitFor(() => expect(document.activeElement).toBe(description));
  });
});
