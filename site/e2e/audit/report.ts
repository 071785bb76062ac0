import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release } from "node:os";
import { basename, join } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import { FINDING, type Finding } from "./budget";

const ROOT = join(import.meta.dirname, "../../..");
const PAGE = join(ROOT, "docs/audit.md");

/** What the tests of a file prove if all pass. Other files appear by their path. */
const DESCRIPTIONS: Record<string, string> = {
  "site/accessible.spec.ts":
    "axe on the site's routes and dialogs, light and dark, 390 and 1280 px; nothing cut off at 320 px, at 200% zoom, with text twice as large",
  "console/accessible.spec.ts": "the same on the console's screens and dialogs",
  "site/firstVisit.spec.ts":
    "each public page on a slow phone and a slow network: no layout shift, largest paint in the HTML, no word in the console, no foreign request, stillness when asked for",
  "site/noscript.spec.ts": "public pages without scripts",
};

/** Prints the audit's table and writes it to docs/audit.md. */
export default class Report implements Reporter {
  private findings: Finding[] = [];
  private files = new Map<string, { passed: number; failed: string[] }>();
  private before = loadavg()[0]!;

  onBegin(_config: FullConfig, suite: Suite): void {
    console.log(`${suite.allTests().length} tests`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === "skipped" || basename(test.location.file) === "prepare.ts") return;
    const findings = result.annotations.filter(({ type }) => type === FINDING);
    for (const { description } of findings) this.findings.push(JSON.parse(description!) as Finding);
    console.log(`${result.status === "passed" ? "✓" : "✘"} ${test.titlePath().filter(Boolean).join(" › ")}`);
    for (const { message } of result.errors) console.log(message);
    const isMeasured =
      findings.length > 0 && findings.every(({ description }) => (JSON.parse(description!) as Finding).isMet);
    // Measurements have their own rows, unless the test failed for another reason.
    if (findings.length > 0 && (result.status === "passed" || !isMeasured)) return;
    const file = test.location.file.split("/e2e/")[1]!;
    const tests = this.files.get(file) ?? { passed: 0, failed: [] };
    this.files.set(file, tests);
    if (result.status === "passed") tests.passed += 1;
    else if (!tests.failed.includes(test.title)) tests.failed.push(test.title);
  }

  onEnd(): void {
    const suites = [...this.files].map(([file, { passed, failed }]): Finding => {
      const all = passed + failed.length;
      const measured = failed.length
        ? `${failed.length} of ${all} failed: ${failed.join("; ")}`
        : `all ${all} tests`;
      return { budget: DESCRIPTIONS[file] ?? file, measured, isMet: failed.length === 0 };
    });
    const rows = [...suites, ...this.findings].map(
      ({ budget, measured, isMet }) => `| ${budget} | ${measured} | ${isMet ? "met" : "**missed**"} |`,
    );
    const table = ["| budget | measured | |", "|---|---|---|", ...rows].join("\n");
    console.log(`\n${table}`);
    writeFileSync(PAGE, `# Audit\n\n${this.circumstances()}\n\n${table}\n`);
  }

  /** Date, machine and versions of the measurement. */
  private circumstances(): string {
    const run = (command: string, ...words: string[]) => {
      try {
        return execFileSync(command, words, {
          cwd: ROOT,
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        }).trim();
      } catch {
        return "unknown";
      }
    };
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, "site/package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    const changed = run("git", "status", "--porcelain", "--untracked-files=no", "--", "site", "admin", "cms");
    const load = [this.before, loadavg()[0]!].map((value) => value.toFixed(2));
    return [
      `Measured on ${new Date().toISOString().slice(0, 10)} by \`make audit\`, commit ${run("git", "rev-parse", "--short", "HEAD")}${changed && " with changes"}.`,
      `Machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, Linux ${release()}; load average ${load[0]} at the beginning, ${load[1]} at the end.`,
      `Versions: ${run(process.env.CHROMIUM || "chromium", "--version")}, Node ${process.version}, Next.js ${dependencies.next}, MapLibre ${dependencies["maplibre-gl"]}; maps are drawn without a graphics card.`,
    ].join("\n");
  }
}
