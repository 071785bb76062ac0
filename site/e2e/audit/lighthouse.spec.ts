import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ORIGIN } from "../api";
import { test } from "../fixtures";
import { createGuide, ROOT } from "../guideServer";
import { SAMPLE_ARTICLE } from "../sampleArticle";
import { GUESTHOUSE_SLUG } from "../samplePlaces";
import { reportFinding, median } from "./budget";
import { buildEmptyPage } from "./emptyPage";

/** The last version that runs on Node 20. It is 185 MB, so it is not a dependency of the site. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const FOLDER = join(ROOT, "audit/lighthouse");

const RUNS = 5;
const MIN_SCORE = 95;
/** How many points below the empty page a page may score if it does not reach the absolute target. */
const MAX_BELOW_EMPTY = 3;

const PERFORMANCE = [
  "/",
  "/explore",
  `/places/${GUESTHOUSE_SLUG}`,
  "/inspiration",
  SAMPLE_ARTICLE.title,
  "/guestbook",
  "/getting-here",
];
const OTHER_PAGES = ["/places/phong-nha-cave", "/about", "/contact", "/help", "/privacy"];

type Category = "performance" | "accessibility" | "best-practices" | "seo";
interface Result {
  categories: Partial<Record<Category, { score: number }>>;
  audits: Record<string, { score: number | null; scoreDisplayMode: string; title: string }>;
}

test.describe.configure({ mode: "serial" });
test.beforeAll(() => {
  if (existsSync(join(FOLDER, "node_modules/lighthouse"))) return;
  execFileSync("npm", ["install", "--prefix", FOLDER, "--no-audit", "--no-fund", "--no-save", LIGHTHOUSE], {
    stdio: "pipe",
  });
});

test("Lighthouse performance is close to that of an empty page", async ({ publicApi }) => {
  test.setTimeout(45 * 60_000);
  const guide = await createGuide();
  try {
    await guide.start({ SITE_DIR: buildEmptyPage() });
    const emptyPage = await measurePerformance(`${guide.origin}/`);
    reportFinding("Lighthouse performance of an empty Next.js page", scores(emptyPage), true);
    for (const page of PERFORMANCE) {
      const measured = await measurePerformance(ORIGIN + (await pathOf(page, publicApi)));
      const minScore = Math.min(MIN_SCORE, median(emptyPage) - MAX_BELOW_EMPTY);
      reportFinding(
        `Lighthouse performance of ${page}: ${MIN_SCORE}, or at most ${MAX_BELOW_EMPTY} below the empty page`,
        scores(measured),
        median(measured) >= minScore,
      );
    }
  } finally {
    guide.dispose();
  }
});

test("Lighthouse accessibility, best practices and SEO are 100 on every public page", async ({
  publicApi,
}) => {
  test.setTimeout(20 * 60_000);
  const categoryIds: Category[] = ["accessibility", "best-practices", "seo"];
  const problems: string[] = [];
  for (const page of [...PERFORMANCE, ...OTHER_PAGES]) {
    const { categories, audits } = await lighthouse(ORIGIN + (await pathOf(page, publicApi)), categoryIds);
    if (categoryIds.every((kind) => categories[kind]?.score === 1)) continue;
    const failedAudits = Object.values(audits).filter(
      ({ score, scoreDisplayMode }) => scoreDisplayMode === "binary" && score !== null && score < 1,
    );
    const scoresOfPage = categoryIds.map((kind) => Math.round((categories[kind]?.score ?? 0) * 100));
    problems.push(`${page} ${scoresOfPage.join("/")} (${failedAudits.map(({ title }) => title).join("; ")})`);
  }
  reportFinding(
    "Lighthouse accessibility, best practices and SEO: 100 on every public, indexable page",
    problems.join("; ") || `100 on all ${PERFORMANCE.length + OTHER_PAGES.length}`,
    problems.length === 0,
  );
});

type ArticleSource = { articles: () => Promise<{ id: number; slug: string; title: string }[]> };

/** The article's path contains its id, which is known at run time only. */
async function pathOf(page: string, api: ArticleSource): Promise<string> {
  if (page !== SAMPLE_ARTICLE.title) return page;
  const { id, slug } = (await api.articles()).find(({ title }) => title === SAMPLE_ARTICLE.title)!;
  return `/inspiration/${id}-${slug}`;
}

async function measurePerformance(url: string): Promise<number[]> {
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { categories } = await lighthouse(url, ["performance"]);
    runs.push(Math.round((categories.performance?.score ?? 0) * 100));
  }
  return runs;
}

const scores = (runs: number[]) => `${median(runs)} (${runs.join(", ")})`;

/** One run with Lighthouse's phone settings. */
async function lighthouse(url: string, categories: Category[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(FOLDER, "node_modules/lighthouse/cli/index.js"),
      url,
      "--quiet",
      "--output=json",
      "--output-path=stdout",
      "--no-enable-error-reporting",
      `--only-categories=${categories.join()}`,
      "--chrome-flags=--headless=new --no-sandbox --enable-unsafe-swiftshader",
    ],
    { maxBuffer: 64 * 2 ** 20, env: { ...process.env, CHROME_PATH: process.env.CHROMIUM } },
  );
  return JSON.parse(stdout) as Result;
}
