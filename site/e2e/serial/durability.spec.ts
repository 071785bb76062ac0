import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import type { PlaceResponse, SessionResponse } from "@karst/client";
import { expect, test } from "../fixtures";
import { requiredEnv } from "../api";
import { freePort } from "../guideServer";

/** Starts a separate guide, API only, that the test kills. */
async function start(data: string, port: number): Promise<ChildProcess> {
  const environment = { ...process.env, LISTEN: `127.0.0.1:${port}`, RUST_LOG: "error" };
  const server = spawn(requiredEnv("CMS"), ["--data-dir", data, "serve", "--api-only"], {
    env: environment,
    stdio: "ignore",
  });
  await expect(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  }).toPass({ timeout: 10_000 });
  return server;
}

// R442
test("acknowledged writes survive SIGKILL, each exactly once", async () => {
  const data = mkdtempSync(join(tmpdir(), "karst-durable-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  try {
    const password = /Password:\s+(\S+)/.exec(
      execFileSync(requiredEnv("CMS"), ["--data-dir", data, "setup"], { encoding: "utf8" }),
    );
    let server = await start(data, port);
    const session = (await (
      await fetch(`${origin}/api/auth/sign-in`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "admin@example.org", password: password?.[1] }),
      })
    ).json()) as SessionResponse;
    const headers = { "content-type": "application/json", authorization: `Bearer ${session.token}` };

    const acknowledged = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      let isStopped = false;
      const writers = Array.from({ length: 16 }, async (_, writer) => {
        for (let n = 0; !isStopped; n += 1) {
          const name = `Round ${round} writer ${writer} number ${n}`;
          const body = JSON.stringify({ name, latitude: 17, longitude: 106, categoryIds: [1] });
          const response = await fetch(`${origin}/api/businesses`, { method: "POST", headers, body }).catch(
            () => null,
          );
          if (response?.status === 201) acknowledged.add(name);
          else return;
        }
      });
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 500));
      const exited = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await exited;
      isStopped = true;
      await Promise.all(writers);
      server = await start(data, port);
    }

    const counts = new Map<string, number>();
    for (let next: string | null = "/api/businesses?limit=1000&sort=id&showAll=true"; next;) {
      const response: Response = await fetch(origin + next, { headers });
      for (const { name } of (await response.json()) as PlaceResponse[])
        counts.set(name, (counts.get(name) ?? 0) + 1);
      next = /<(.+)>/.exec(response.headers.get("link") ?? "")?.[1] ?? null;
    }
    console.log(`  ${acknowledged.size} writes acknowledged before three kills`);
    expect(acknowledged.size).toBeGreaterThan(50);
    expect([...acknowledged].filter((name) => counts.get(name) !== 1)).toEqual([]);
    server.kill("SIGKILL");
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
