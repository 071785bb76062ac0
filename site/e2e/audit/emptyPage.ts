import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../guideServer";

/** In the repository, so that it is built with the site's own Next.js; git does not keep it. */
const FOLDER = join(ROOT, "audit/empty");

const FILES = {
  "package.json": '{ "name": "empty", "private": true }',
  "next.config.mjs": `export default {
  output: "standalone",
  outputFileTracingRoot: ${JSON.stringify(ROOT)},
  turbopack: { root: ${JSON.stringify(ROOT)} },
  compress: false,
  typescript: { ignoreBuildErrors: true },
};`,
  "app/layout.tsx": `export const metadata = { title: "Empty", description: "A page with nothing on it." };
export default ({ children }) => <html lang="en"><body>{children}</body></html>;`,
  "app/page.tsx": "export default () => <main><h1>Empty</h1></main>;",
};

/** Builds a page with nothing on it as the site is built, and tells the folder from which the server serves it. */
export function buildEmptyPage(): string {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(join(FOLDER, "app/refresh"), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(FOLDER, file), text);
  copyFileSync(join(ROOT, "site/src/app/refresh/route.ts"), join(FOLDER, "app/refresh/route.ts"));
  execFileSync(join(ROOT, "node_modules/.bin/next"), ["build"], { cwd: FOLDER, stdio: "pipe" });
  const server = join(FOLDER, ".next/standalone/audit/empty");
  cpSync(join(FOLDER, ".next/static"), join(server, ".next/static"), { recursive: true });
  return server;
}
