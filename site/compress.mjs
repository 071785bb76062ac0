// Compresses built files as far as Brotli can, each into a `.br` beside it: `node site/compress.mjs FOLDER...`.
//
// The server sends those where it finds them. What it would compress itself, while somebody waits, is a sixth larger.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const KINDS = new Set([".css", ".js", ".mjs", ".svg"]);
/** As the server does: below, an answer's own headers are larger. */
const SMALLEST = 256;

const compress = promisify(brotliCompress);

async function compressFile(path) {
  const content = await readFile(path);
  if (content.length < SMALLEST) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await compress(content, { params }));
}

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("Which folders? node site/compress.mjs FOLDER...");
for (const folder of folders) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const worth = files.filter((file) => file.isFile() && KINDS.has(extname(file.name)));
  await Promise.all(worth.map((file) => compressFile(join(file.parentPath ?? file.path, file.name))));
}
