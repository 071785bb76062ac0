/**
 * Words that this project does not use, in the server, its schema, its API document, the site and the docs. docs/glossary.md defines
 * the words to use instead. Reads files only; `make check` runs it.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const WORDS = {
  "aside|put aside|take back": "soft-deleted, soft delete, restore",
  anew: "again",
  "bell|pulse": "change notifier, poll interval",
  "deeds?": "action",
  "e-mails?": "email",
  "heeds?|heeded": "invalidate",
  honest: "ham; in sentences: not spam",
  "lessons?|taught|unlearn": "training label, trained",
  "painters?": "rasterizer",
  renderings: "render service, rendered pages",
  "seats?": "permit, semaphore",
  stationery: "email template",
  "storms?": "chaos test",
  "strangers?": "anonymous caller, client",
  "tally|tallies": "counter",
  told: "returned, notified, reported",
  "travellers?": "traveler",
  usurper: "account takeover",
  "verdicts?": "decision, moderation",
  "vouche?[sd]?|vouching": "verify",
  whoever: "the client, the caller, the account",
  "worked out": "computed",
  // Former names of columns, tables and metrics.
  "is_shown|made_at|told_status|spent_refresh|guestbook_verdict|karst_kept\\w*|karst_letters\\w*": "see migrations/ and docs/deploy/alerts.yml",
};

// Content of a guide in examples and tests, and words with another, ordinary meaning.
const ALLOWED = [
  /the-honest-version|Told her to book two|told her to book two|told slowly|is told at length/,
  // A label in the files of the spam corpus.
  /"honest"/,
  // The HTML element, and an animation.
  /[<>] ?\/?aside|component="aside"|pulse/,
  // Seats of a bus or a boat.
  /"seats"|<th>Seats|seats": 4|options\.0\.seats|until told to/,
];

const EXCLUDED = /^(cms\/(seeds|corpus|client)\/|site\/(public|src\/illustrations)\/|cms\/tests\/(golden|fuzz|ninh-binh|peers)\/|docs\/glossary\.md)|\.(html|png|jpg|webp|ttf|woff2)$/;
const files = execFileSync("git", ["ls-files", "cms", "migrations", "openapi.json", "docs", "site", "admin", "README.md"], { encoding: "utf8" });
const entries = Object.entries(WORDS).map(([word, instead]) => [new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, "i"), instead]);

const found = [];
for (const file of files.split("\n").filter((name) => name && !EXCLUDED.test(name))) {
  for (const [at, line] of readFileSync(file, "utf8").split("\n").entries()) {
    if (ALLOWED.some((allowed) => allowed.test(line))) continue;
    for (const [word, instead] of entries) {
      const match = word.exec(line);
      if (match) found.push(`${file}:${at + 1}: "${match[0]}": write ${instead}`);
    }
  }
}
if (found.length > 0) {
  console.error(found.join("\n"));
  console.error(`${found.length} words that this project does not use: docs/glossary.md has its terms`);
  process.exit(1);
}
