import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { requiredEnv } from "./api";

export const ROOT = join(import.meta.dirname, "../..");

/** A guide with its own data folder and settings, for one test file. */
export interface GuideServer {
  origin: string;
  /** Runs a command of `cms` on its data; `PASSWORD` is the standard input. */
  cms: (...args: string[]) => string;
  /** Runs SQL that the API would reject. The server may be running. */
  sql: (statements: string) => void;
  /** Starts the server with these environment variables and waits until it is ready. */
  start: (settings: Record<string, string>) => Promise<void>;
  /** All log output since the creation; `RUST_LOG` sets the level. */
  logs: () => string;
  /** Stops the server and keeps its data. */
  stop: () => Promise<void>;
  /** Stops the server and deletes its data. */
  dispose: () => void;
}

export const PASSWORD = "seven-lanterns";

/** A guide with the starter content or with the content of the folder `from`. It is not started yet. */
export async function createGuide(from?: string): Promise<GuideServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const data = mkdtempSync(join(tmpdir(), "karst-own-"));
  let server: ChildProcess | undefined;
  let log = "";
  const cms = (...args: string[]) =>
    execFileSync(requiredEnv("CMS"), ["--data-dir", data, ...args], {
      encoding: "utf8",
      input: `${PASSWORD}\n`,
    });
  cms("setup", ...(from ? ["--from", from] : []));
  return {
    origin,
    cms,
    sql(statements) {
      const script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())";
      execFileSync("python3", ["-c", script, join(data, "karst.db")], { input: statements });
    },
    async start(settings) {
      server = spawn(requiredEnv("CMS"), ["--data-dir", data, "serve"], {
        cwd: ROOT,
        stdio: ["ignore", "ignore", "pipe"],
        env: {
          ...process.env,
          LISTEN: `127.0.0.1:${port}`,
          PUBLIC_URL: origin,
          RUST_LOG: "error",
          // Only the Firebase tests use the emulator.
          FIREBASE_AUTH_EMULATOR_HOST: undefined,
          ...settings,
        },
      });
      server.stderr!.setEncoding("utf8").on("data", (chunk: string) => (log += chunk));
      await waitUntilOk(`${origin}/readyz`);
    },
    logs: () => log,
    async stop() {
      if (!server) return;
      const exited = once(server, "exit");
      server.kill();
      await exited;
      server = undefined;
    },
    dispose() {
      server?.kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** A TCP port that nothing listens on. */
export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const listener = createServer().listen(0, "127.0.0.1", () => {
      const { port } = listener.address() as { port: number };
      listener.close(() => resolve(port));
    });
  });
}

/** Waits until this URL responds with 200. */
export async function waitUntilOk(url: string): Promise<void> {
  await expect(async () => expect((await fetch(url)).status).toBe(200)).toPass({ timeout: 60_000 });
}
