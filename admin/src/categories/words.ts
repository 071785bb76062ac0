import { texts } from "../texts";

/** Every word about categories. */
export const words = {
  title: texts.overview.categories.title,
  lead: texts.overview.categories.text,
  count: (n: number) => `${n} ${n === 1 ? "category" : "categories"}`,
  add: "Add Category",
  list: "Categories",
  loading: "Loading categories...",
  loadingOne: "Loading the category...",
  places: (n: number) =>
    n === 0 ? "No active places" : `${n.toLocaleString("en-US")} active ${n === 1 ? "place" : "places"}`,
  placesOf: (n: number, name: string) => `${words.places(n)} in ${name}`,
  also: (aliases: readonly string[]) => `also ${aliases.join(", ")}`,
  row: { view: "View", edit: "Edit", delete: "Delete" },
  viewOf: (name: string) => `View ${name} on the site`,
  editOf: (name: string) => `Edit ${name}`,
  deleteOf: (name: string) => `Delete ${name}`,
  empty: { title: "No categories yet", text: "Every place needs one: travellers find places by them." },
  form: {
    add: "Add Category",
    edit: "Edit Category",
    create: "Create Category",
    update: "Update Category",
    saving: "Saving…",
    cancel: "Cancel",
  },
  fields: {
    name: { label: "Name", hint: "What travellers read: Caves" },
    slug: {
      label: "Address",
      hint: "In links, as in /explore?category=cave. Blank: made from the name.",
      hintOfOld: "In links, as in /explore?category=cave. The one it has now stays as an alias.",
    },
    color: { label: "Colour", hint: "Of its markers, like #78350F. Blank: grey." },
    icon: { label: "Icon", hint: "On its markers. Blank or unknown: a pin." },
    emoji: { label: "Emoji", hint: "Beside its name" },
    aliases: { label: "Aliases", hint: "Other addresses that find it, separated by commas" },
  },
  pick: "Pick a colour",
  done: {
    create: "Category created successfully",
    update: "Category updated successfully",
    delete: "Category deleted successfully",
    restore: "Category restored successfully",
  },
  failed: {
    fetch: "Failed to fetch categories",
    create: "Failed to create category",
    update: "Failed to update category",
    delete: "Failed to delete category",
    restore: "Failed to restore category",
  },
  confirmDelete: {
    title: "Delete this category?",
    text: (name: string) =>
      `“${name}” is gone at once, unless hidden places are in it. Undo, in the notice that follows, brings it back.`,
    yes: "Delete",
    no: "Keep",
  },
  inUse: {
    title: "Places are in this category",
    text: (n: number, name: string) =>
      `${words.places(n)} ${n === 1 ? "is" : "are"} in “${name}”. Put them into another category first.`,
    yes: "Show the places",
    no: "Close",
  },
  leave: {
    title: "Leave without saving?",
    text: "What you entered about this category is not saved yet.",
    yes: "Discard changes",
    no: "Keep editing",
  },
  conflict: "Someone else changed this category",
};
