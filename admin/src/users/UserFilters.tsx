import { FilterBar } from "../list/FilterBar";
import { FilterSelect } from "../list/FilterSelect";
import { SavedViews } from "../list/SavedViews";
import { SearchBox } from "../list/SearchBox";
import { SortSelect } from "../list/SortSelect";
import { t } from "../messages/users.gen";
import { ROLES } from "./RoleBadge";

const ORDERS = ["-createdAt", "createdAt", "name", "-name", "email", "-role", "-updatedAt"] as const;

/** Search by name or email, role filter and order. */
export function UserFilters() {
  return (
    <FilterBar actions={<SavedViews />}>
      <SearchBox label={t("search")} />
      <FilterSelect
        source="role"
        label={t("fields.role")}
        options={{
          "": t("allRoles"),
          ...Object.fromEntries(ROLES.map((role) => [role, t(`roles.${role}`)])),
        }}
      />
      <SortSelect orders={Object.fromEntries(ORDERS.map((order) => [order, t(`orders.${order}`)]))} />
    </FilterBar>
  );
}
