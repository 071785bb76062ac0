import { createContext, useContext } from "react";

/** Whether whoever fills in this form may set a place's standing (active, verified, owner, rating, …). */
const Standing = createContext(false);

export const StandingProvider = Standing.Provider;
export const useStanding = (): boolean => useContext(Standing);
