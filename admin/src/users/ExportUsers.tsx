import { useListContext } from "react-admin";
import { ExportButton } from "../list/ExportList";
import { t } from "../messages/users.gen";
import { exportedUsers } from "../resources";
import { useAsk } from "../useAsk";

/** Downloads all users that match the search and the role as CSV. */
export function ExportUsers() {
  const { filterValues } = useListContext();
  const ask = useAsk();
  const done = (count: number) => t("exported", { count });
  return (
    <ExportButton
      export={() => ask(() => exportedUsers(filterValues))}
      texts={{ busy: t("exporting"), done, failed: t("failed.export") }}
    />
  );
}
