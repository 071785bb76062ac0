import { useListContext } from "react-admin";
import { sortWord } from "../dataProvider";
import { ExportButton } from "../list/ExportList";
import { exportedPlaces } from "../resources/imports";
import { useAsk } from "../useAsk";

/** Downloads all places that match the filters of the list, as a file that can be imported. */
export function ExportPlaces() {
  const { filterValues, sort } = useListContext();
  const ask = useAsk();
  return <ExportButton export={() => ask(() => exportedPlaces(filterValues, sortWord(sort)))} />;
}
