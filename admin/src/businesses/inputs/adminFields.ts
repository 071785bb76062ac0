import { createContext, useContext } from "react";

/** Whether the account may set the fields that are for administrators. */
const AdminFields = createContext(false);

export const AdminFieldsProvider = AdminFields.Provider;
export const useMaySetAdminFields = (): boolean => useContext(AdminFields);
