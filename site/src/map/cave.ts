/** A cave mouth under a karst hill on lucide's 24-unit grid; lucide has no such icon. */
export const CAVE_PATHS = [
  "M2 20.5h20",
  "M3.2 20.5C4 14.5 5 8.8 8 6.2c1.9-1.7 3-2.7 4.6-2.7 1.8 0 2.6 1.6 4 3.3 2.9 3.4 3.6 8.4 4.2 13.7",
  "M8.3 20.5c-.2-4.6 1.2-8 3.9-8s4 3.4 3.8 8",
  "M12.2 12.6v2.6",
] as const;
