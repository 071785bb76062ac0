/** A catalog that has at least these keys, without arguments. */
type Catalog<Keys extends string> = (key: Keys) => string;

type ListKey = "loading" | "failed.fetch" | `noneFound.${"title" | "text" | "clear"}`;
type DeleteKey = "confirmDelete.title" | "done.delete" | "failed.delete";
type TrashKey =
  | `tabs.${"list" | "trash"}`
  | `trash.${"lead" | "back"}`
  | `trash.empty.${"title" | "text"}`
  | "loading"
  | "failed.fetch";

/** The texts of a list. `none` are the keys of those without any record. */
export const listTexts = <None extends string>(
  t: Catalog<ListKey | `${NoInfer<None>}.${"title" | "text"}`>,
  none: None,
) => ({
  loading: t("loading"),
  failed: t("failed.fetch"),
  none: { title: t(`${none}.title`), text: t(`${none}.text`) },
  noneFound: { title: t("noneFound.title"), text: t("noneFound.text"), clear: t("noneFound.clear") },
});

/** The texts of a deletion. */
export const deleteTexts = (t: Catalog<DeleteKey>) => ({
  title: t("confirmDelete.title"),
  done: t("done.delete"),
  failed: t("failed.delete"),
});

/** The texts of a trash. */
export const trashTexts = (t: Catalog<TrashKey>) => ({
  tabs: { list: t("tabs.list"), trash: t("tabs.trash") },
  lead: t("trash.lead"),
  loading: t("loading"),
  fetchFailed: t("failed.fetch"),
  back: t("trash.back"),
  empty: { title: t("trash.empty.title"), text: t("trash.empty.text") },
});
