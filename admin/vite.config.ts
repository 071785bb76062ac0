import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Where a running guide answers while the console is developed: `npm run dev` forwards the API there. */
const origin = process.env.KARST_ORIGIN ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "/admin-portal/",
  plugins: [react()],
  build: {
    // Fonts and pictures as data: URLs would need holes in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // The first script and the map library are larger than the default. The map library is loaded when a map is shown.
    chunkSizeWarningLimit: 1300,
    rolldownOptions: {
      output: {
        // Left to itself, the bundler writes a file for every set of screens that share a module: a list would load 137.
        codeSplitting: {
          groups: [
            { name: "main", tags: ["$initial"] },
            // A group of its own, so that the first screen does not load what lists and forms need.
            { name: "overview", test: /[\\/]admin[\\/]src[\\/]overview[\\/]/ },
            { name: "records", minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(["/api", "/media", "/basemap", "/scenes"].map((path) => [path, origin])),
  },
  test: {
    environment: "jsdom",
    // A test of a long form takes ten seconds, and far longer on a busy machine.
    testTimeout: 90_000,
    // Without a word one core is left idle: half of them all, where there are two.
    maxWorkers: "100%",
    include: ["test/**/*.test.{ts,tsx}"],
    setupFiles: "test/setup.ts",
  },
});
