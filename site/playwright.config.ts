import { defineConfig } from "@playwright/test";

/** `e2e/run.sh` starts the guide under test and sets these variables. */
const { BASE_URL, CHROMIUM, CI } = process.env;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Few tests of these files depend on the size of the window. On desktops, only those with a tag run. */
const ONE_SIZE = [
  ...[
    "account",
    "contact",
    "dialog",
    "enquiry",
    "explore",
    "guestbook",
    "hostile",
    "inspiration",
    "likes",
    "login",
    "noscript",
  ],
  ...["openingHours", "reports", "routes", "saved", "session", "signInProviders", "staticPages"],
  ...["suggestions", "toasts", "typewriter"],
].map((name) => `**/e2e/site/${name}.spec.ts`);

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Far longer than needed: CI machines can be busy.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // One more than the cores of CI: browsers mostly wait.
  workers: 3,
  // A test that passes on the retry is reported as flaky.
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
      // No sandbox, because root may run the tests; WebGL without a GPU; subpixel text positions, as on phones.
      args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--font-render-hinting=none"],
    },
  },
  projects: [
    { name: "prepare", testMatch: "prepare.ts" },
    // The site is tested at both sizes, except for tests with a tag.
    {
      name: "phone",
      use: PHONE,
      testMatch: /e2e\/site\/.*\.spec\.ts/,
      grepInvert: /@desktop/,
      dependencies: ["prepare"],
    },
    // The console is tested on desktops, and on the phone what has a tag: `@phone` instead of there, `@both` as well.
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
      testIgnore: ONE_SIZE,
      grepInvert: /@phone/,
      dependencies: ["prepare"],
    },
    { name: "desktop-only", use: DESKTOP, testMatch: ONE_SIZE, grep: /@desktop/, dependencies: ["prepare"] },
    // One at a time and with nothing beside them: these tests change shared settings, stop processes and measure times.
    {
      name: "serial",
      use: DESKTOP,
      testMatch: /serial\/.*\.spec\.ts/,
      fullyParallel: false,
      workers: 1,
      dependencies: ["prepare"],
    },
    // Each file starts a guide of its own, so several run at the same time.
    {
      name: "own-guide",
      use: DESKTOP,
      testMatch: /ownGuide\/.*\.spec\.ts/,
      fullyParallel: false,
      dependencies: ["prepare"],
    },
    // `make audit`: measurements need an idle machine. `run.sh` runs the quick files too.
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
    // Needs the Firebase emulator: see README.
    {
      name: "firebase",
      use: DESKTOP,
      testMatch: /firebase\/.*\.spec\.ts/,
      fullyParallel: false,
      workers: 1,
    },
  ],
});
