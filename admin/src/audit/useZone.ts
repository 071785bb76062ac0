import { useSettings } from "../layout/useSettings";
import { OWN_ZONE } from "./address";

/** The time zone of the region; that of the browser until the settings are loaded. */
export const useZone = (): string => useSettings()?.timeZone ?? OWN_ZONE;
