/**
 * Checks the libraries for known vulnerabilities with the databases of RustSec (`cargo deny`) and npm (`npm audit`). A database
 * that cannot be reached is reported, and is no failure.
 */
import { spawnSync } from "node:child_process";

const run = (program, ...words) =>
  spawnSync(program, words, { encoding: "utf8", timeout: 180_000, maxBuffer: 1 << 28 });

/** Fetches the database of RustSec and compares it with Cargo.lock. Returns whether there is a known vulnerability. */
function crates() {
  const fetched = run("cargo", "deny", "--log-level", "error", "fetch", "db");
  if (fetched.status !== 0) {
    console.log("crates: the database of RustSec cannot be reached");
    return false;
  }
  const checked = run("cargo", "deny", "check", "advisories");
  process.stdout.write(checked.stdout + checked.stderr);
  return checked.status !== 0;
}

/** Checks package-lock.json. Returns whether there is a high or critical vulnerability; others are only printed. */
function packages() {
  const asked = run("npm", "audit", "--json", "--package-lock-only");
  let counts;
  try {
    counts = JSON.parse(asked.stdout).metadata?.vulnerabilities;
  } catch {
    // Without the database, the output is not JSON.
  }
  if (!counts) {
    console.log("packages: the database of npm cannot be reached");
    return false;
  }
  console.log(`packages: ${JSON.stringify(counts)}`);
  if (counts.total) process.stdout.write(run("npm", "audit", "--package-lock-only").stdout);
  return counts.high + counts.critical > 0;
}

process.exitCode = [crates(), packages()].includes(true) ? 1 : 0;
