import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../guideServer";

/** Inside the repository, so that the site's own Next.js builds it. Git ignores it. */
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

/** Builds an empty page in the same way as the site. Returns the folder to serve. */
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
