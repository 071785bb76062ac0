import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { said } from "./api";

export const ROOT = join(import.meta.dirname, "../..");

/** A guide of a test file's own, with settings that no other test has. */
export interface OwnGuide {
  origin: string;
  /** Runs a command on its machine; `PASSWORD` is what it reads. */
  cms: (...words: string[]) => string;
  /** Changes rows past the API's rules, while the server is not running. */
  sql: (statements: string) => void;
  /** Starts it with these settings, and waits until its pages are made. */
  serve: (settings: Record<string, string>) => Promise<void>;
  /** What it has logged since it was made; `RUST_LOG` says how much that is. */
  logged: () => string;
  /** Ends what was started, and keeps the content: it may be served again. */
  rest: () => Promise<void>;
  stop: () => void;
}

export const PASSWORD = "seven-lanterns";

/** A guide with the starter content, or with that of the region in the folder `from`, not running yet. */
export async function ownGuide(from?: string): Promise<OwnGuide> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const data = mkdtempSync(join(tmpdir(), "karst-own-"));
  let running: ChildProcess | undefined;
  let log = "";
  const cms = (...words: string[]) =>
    execFileSync(said("CMS"), ["--data-dir", data, ...words], { encoding: "utf8", input: `${PASSWORD}\n` });
  cms("setup", ...(from ? ["--from", from] : []));
  return {
    origin,
    cms,
    sql(statements) {
      const run = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())";
      execFileSync("python3", ["-c", run, join(data, "karst.db")], { input: statements });
    },
    async serve(settings) {
      running = spawn(said("CMS"), ["--data-dir", data, "serve"], {
        cwd: ROOT,
        stdio: ["ignore", "ignore", "pipe"],
        env: {
          ...process.env,
          LISTEN: `127.0.0.1:${port}`,
          PUBLIC_URL: origin,
          RUST_LOG: "error",
          // Whoever wants Firebase's emulator says so.
          FIREBASE_AUTH_EMULATOR_HOST: undefined,
          ...settings,
        },
      });
      running.stderr!.setEncoding("utf8").on("data", (words: string) => (log += words));
      await answers(`${origin}/readyz`);
    },
    logged: () => log,
    async rest() {
      if (!running) return;
      const ended = once(running, "exit");
      running.kill();
      await ended;
      running = undefined;
    },
    stop() {
      running?.kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const listener = createServer().listen(0, "127.0.0.1", () => {
      const { port } = listener.address() as { port: number };
      listener.close(() => resolve(port));
    });
  });
}

export async function answers(url: string): Promise<void> {
  await expect(async () => expect((await fetch(url)).status).toBe(200)).toPass({ timeout: 60_000 });
}
