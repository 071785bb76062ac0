/**
 * Whether a library has a known hole, by the two lists of them: RustSec's (`cargo deny`) and npm's (`npm audit`). They are on
 * the network and nowhere else: a list that cannot be reached is said to be so, and holds nothing up.
 */
import { spawnSync } from "node:child_process";

const run = (program, ...words) =>
  spawnSync(program, words, { encoding: "utf8", timeout: 180_000, maxBuffer: 1 << 28 });

/** RustSec's: fetched, then compared with Cargo.lock. Answers whether there is a known hole. */
function crates() {
  const fetched = run("cargo", "deny", "--log-level", "error", "fetch", "db");
  if (fetched.status !== 0) {
    console.log("crates: RustSec's list cannot be reached");
    return false;
  }
  const checked = run("cargo", "deny", "check", "advisories");
  process.stdout.write(checked.stdout + checked.stderr);
  return checked.status !== 0;
}

/** npm's: asked about package-lock.json. What is grave counts; the rest is said. */
function packages() {
  const asked = run("npm", "audit", "--json", "--package-lock-only");
  let counts;
  try {
    counts = JSON.parse(asked.stdout).metadata?.vulnerabilities;
  } catch {
    // No list is no JSON either.
  }
  if (!counts) {
    console.log("packages: npm's list cannot be reached");
    return false;
  }
  console.log(`packages: ${JSON.stringify(counts)}`);
  if (counts.total) process.stdout.write(run("npm", "audit", "--package-lock-only").stdout);
  return counts.high + counts.critical > 0;
}

process.exitCode = [crates(), packages()].includes(true) ? 1 : 0;
