import { useStore } from "react-admin";

/** Whether single keys are shortcuts on this device (WCAG 2.1.4: people can turn them off). */
export const useShortcuts = () => useStore("moderation.shortcuts", true);
