import { execFileSync } from "node:child_process";
import { expect, test, unique } from "../fixtures";
import { Api, ORIGIN, requiredEnv } from "../api";

const status = async (path: string) => (await fetch(ORIGIN + path)).status;

/** The process id of the renderer, a child process of `cms`. */
function rendererPid(): number {
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", requiredEnv("CMS_PID")], {
    encoding: "utf8",
  });
  const node = children.split("\n").find((line) => /server\.js|next-server/.test(line));
  if (!node) throw new Error(`cms has no renderer: ${children}`);
  return Number(node.trim().split(/\s+/)[0]);
}

// R443
test("cached pages and the API work while the renderer is down, and it restarts", async ({ admin }) => {
  const place = await admin.create({
    name: unique("Steady Grotto"),
    latitude: 17.6,
    longitude: 106.3,
    categoryIds: [await admin.categoryId("cave")],
  });
  const cachedPaths = ["/", "/explore", "/places/phong-nha-cave", `/places/${place.slug}`];
  for (const path of cachedPaths) {
    await expect(async () => expect(await status(path), path).toBe(200)).toPass({ timeout: 5000 });
  }

  // The page for what does not exist is rendered once and then kept, too.
  expect(await status("/places/no-such-place")).toBe(404);

  const killedPid = rendererPid();
  process.kill(killedPid, "SIGKILL");
  for (const path of [...cachedPaths, "/api/businesses?limit=1", "/healthz"]) {
    expect(await status(path), path).toBe(200);
  }
  // A place that is unpublished meanwhile disappears at once.
  await admin.update(place.id, { isActive: false });
  await expect(async () => expect(await status(`/places/${place.slug}`)).toBe(404)).toPass({ timeout: 2000 });
  expect((await Api.anonymous().places()).some(({ id }) => id === place.id)).toBe(false);

  await expect(async () => expect(rendererPid()).not.toBe(killedPid)).toPass({ timeout: 15_000 });
  await admin.update(place.id, { isActive: true, description: "Seen again after the fall." });
  await expect(async () => {
    const page = await fetch(`${ORIGIN}/places/${place.slug}`);
    expect(await page.text()).toContain("Seen again after the fall.");
  }).toPass({ timeout: 15_000 });
  await admin.remove(place.id);
});
