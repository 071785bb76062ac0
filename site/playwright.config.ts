import { defineConfig } from "@playwright/test";

/** `e2e/run.sh` starts the guide that these tests look at and says in the environment where it is. */
const { BASE_URL, CHROMIUM, CI } = process.env;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Far longer than anything takes: a machine of CI may be busy with others' work.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // One more than the cores that CI has: a browser mostly waits.
  workers: 3,
  // A second try on a busy machine of CI is told as "flaky", not hidden.
  retries: CI ? 1 : 0,
  fullyParallel: true,
  forbidOnly: CI !== undefined,
  reporter: [["list"]],
  use: {
    baseURL: BASE_URL,
    locale: "en-US",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: CHROMIUM || undefined,
      // No sandbox where root runs the tests; a map is drawn without a graphics card; letters stand where phones put
      // them, between pixels.
      args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--font-render-hinting=none"],
    },
  },
  projects: [
    { name: "prepare", testMatch: "prepare.ts" },
    // Travellers come with phones: the site is tried at both sizes, but for what a tag says.
    {
      name: "phone",
      use: PHONE,
      testMatch: /e2e\/site\/.*\.spec\.ts/,
      grepInvert: /@desktop/,
      dependencies: ["prepare"],
    },
    // The console's work is done at desks. What its phone layout could break is tagged.
    {
      name: "console-phone",
      use: PHONE,
      testMatch: /e2e\/console\/.*\.spec\.ts/,
      grep: /@phone|@both/,
      dependencies: ["prepare"],
    },
    {
      name: "desktop",
      use: DESKTOP,
      testMatch: /e2e\/(site|console)\/.*\.spec\.ts/,
      grepInvert: /@phone/,
      dependencies: ["prepare"],
    },
    // One at a time: these change what everybody sees, and stop things.
    {
      name: "serial",
      use: DESKTOP,
      testMatch: /serial\/.*\.spec\.ts/,
      fullyParallel: false,
      workers: 1,
      dependencies: ["prepare"],
    },
    // `make audit`: it takes as long as it takes, and wants the machine for itself. What is quick of it, `run.sh` runs too.
    {
      name: "audit",
      use: DESKTOP,
      testMatch: /audit\/.*\.spec\.ts/,
      fullyParallel: false,
      workers: 1,
      retries: 0,
      dependencies: ["prepare"],
    },
    { name: "shots", testMatch: /shots\/.*\.spec\.ts/, dependencies: ["prepare"] },
    // With Firebase's emulator alone: README says how.
    {
      name: "firebase",
      use: DESKTOP,
      testMatch: /firebase\/.*\.spec\.ts/,
      fullyParallel: false,
      workers: 1,
    },
  ],
});
