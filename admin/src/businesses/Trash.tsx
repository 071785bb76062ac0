import type { TrashItem } from "@karst/client";
import { Trash as TrashList } from "../list/Trash";
import { texts } from "../texts";
import { CategoryDot } from "./Marks";
import { wayBack } from "./wayBack";

const words = texts.businesses;

/** The places that were deleted. */
export default function Trash() {
  return (
    <TrashList<TrashItem>
      wayBack={wayBack}
      title={words.title}
      words={{
        ...words.trash,
        tabs: words.tabs,
        loading: words.loading,
        fetchFailed: words.failed.fetch,
      }}
      name={({ name }) => name}
      details={({ category, isActive }) => (
        <>
          {category && <CategoryDot category={category} />}
          <span>{isActive ? words.trash.willShow : words.trash.willHide}</span>
        </>
      )}
    />
  );
}
