import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** A guide that has just been set up, served by a process of its own. */
export interface Served {
  origin: string;
  /** Of the first admin, whose address is `admin@example.org`. */
  password: string;
  /** Stops it and removes what it kept. */
  stop(): Promise<void>;
}

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** Sets up and serves the guide that ships with Karst. Needs the server's binary: `make cms`. */
export async function serve(): Promise<Served> {
  const cms = process.env.CMS ?? resolve(repository, process.env.CARGO_TARGET_DIR ?? "target", "quick/cms");
  if (!existsSync(cms)) throw new Error(`${cms} is missing: make cms makes it`);
  const folder = await mkdtemp(join(tmpdir(), "karst-guide-"));
  const said = execFileSync(cms, ["--data-dir", folder, "setup"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const password = /Password:\s+(\S+)/.exec(said)?.[1];
  if (!password) throw new Error(`no password in: ${said}`);
  const address = `127.0.0.1:${await freePort()}`;
  const origin = `http://${address}`;
  const words = ["--data-dir", folder, "serve", "--api-only", "--listen", address, "--public-url", origin];
  // It sends no requests to other hosts.
  const env = { ...process.env, CHECK_LINKS: "false" };
  const server = spawn(cms, words, { stdio: "ignore", env });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const stop = async () => {
    server.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 300; attempt++) {
    const isThere = await fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return { origin, password, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error("the guide did not start within 30 seconds");
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
