/**
 * Packs the client for others: compiled JavaScript with its types, in one file that npm installs.
 *
 * `node pack.mjs [folder]` writes `karst-client-VERSION.tgz` into the folder (the repository's `target` unless another
 * is named) and prints where it is. Inside the repository site and console read `src/` as it stands, so what is told
 * to npm of the package is made here: see `told`.
 */
import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const repository = join(here, "../..");
/** What only this repository's site and console are made of. */
const OURS = ["./firebase"];

/** `package.json` as the package has it: entries of `dist/`, and only libraries that they use. */
function told(own, root) {
  const entries = Object.entries(own.exports).filter(([name]) => !OURS.includes(name));
  const built = (source) => source.replace(/^\.\/src\/(.*)\.ts$/, "./dist/$1");
  return {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    type: own.type,
    sideEffects: false,
    engines: root.engines,
    exports: Object.fromEntries(
      entries.map(([name, source]) => [
        name,
        { types: `${built(source)}.d.ts`, default: `${built(source)}.js` },
      ]),
    ),
    files: ["dist"],
    dependencies: Object.fromEntries(
      Object.entries(own.dependencies).filter(([name]) => !name.startsWith("@firebase/")),
    ),
  };
}

/** Compiles `src/` into `dist`. */
function compile(dist) {
  const typescript = join(repository, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [typescript, "-p", join(here, "tsconfig.pack.json"), "--outDir", dist], {
    stdio: "inherit",
  });
}

/** Bundlers guess a file's ending, Node and browsers do not: `./problem` becomes `./problem.js`. */
async function spellOut(dist) {
  for (const file of await readdir(dist, { recursive: true })) {
    if (!/\.(js|d\.ts)$/.test(file)) continue;
    const path = join(dist, file);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/(from |import\()"(\.\.?\/[^"]+)"/g, '$1"$2.js"'));
  }
}

/** Packs into `folder` and answers the file's path. */
export async function pack(folder) {
  const [own, root] = await Promise.all(
    [here, repository].map(async (at) => JSON.parse(await readFile(join(at, "package.json"), "utf8"))),
  );
  const stage = await mkdtemp(join(tmpdir(), "karst-client-"));
  try {
    compile(join(stage, "dist"));
    await spellOut(join(stage, "dist"));
    await writeFile(join(stage, "package.json"), `${JSON.stringify(told(own, root), null, 2)}\n`);
    await cp(join(here, "README.md"), join(stage, "README.md"));
    await cp(join(repository, "LICENSE"), join(stage, "LICENSE"));
    await mkdir(folder, { recursive: true });
    const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", resolve(folder)], {
      cwd: stage,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return join(resolve(folder), JSON.parse(packed)[0].filename);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await pack(process.argv[2] ?? join(repository, "target")));
}
