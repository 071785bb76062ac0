import { defineConfig } from "@playwright/test";

/** `e2e/run.sh` starts the guide under test and passes its URL in the environment. */
const { BASE_URL, CHROMIUM, CI } = process.env;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Much longer than any test takes: CI machines may be busy with other jobs.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // One more than CI has cores: browsers mostly wait.
  workers: 3,
  // A test that passes on the second try is reported as flaky.
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
      // No sandbox, because root may run the tests. WebGL runs without a graphics card. Glyphs are placed at subpixel
      // positions, as on phones.
      args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--font-render-hinting=none"],
    },
  },
  projects: [
    { name: "prepare", testMatch: "prepare.ts" },
    // Most travelers use phones: the site is tested at both sizes unless a tag says otherwise.
    {
      name: "phone",
      use: PHONE,
      testMatch: /e2e\/site\/.*\.spec\.ts/,
      grepInvert: /@desktop/,
      dependencies: ["prepare"],
    },
    // The console is mostly used on desktops. Tests that its phone layout could break are tagged.
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
    // One at a time: these tests change shared settings and stop services.
    {
      name: "serial",
      use: DESKTOP,
      testMatch: /serial\/.*\.spec\.ts/,
      fullyParallel: false,
      workers: 1,
      dependencies: ["prepare"],
    },
    // `make audit`: slow, and needs an idle machine. `run.sh` also runs the quick ones.
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
    // Needs the Firebase emulator; see the README.
    {
      name: "firebase",
      use: DESKTOP,
      testMatch: /firebase\/.*\.spec\.ts/,
      fullyParallel: false,
      workers: 1,
    },
  ],
});
