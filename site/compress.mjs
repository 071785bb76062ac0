// Compresses built files with Brotli at its highest quality, each into a `.br` file beside it:
// `node site/compress.mjs FOLDER...`.
//
// The server sends these files if they exist. Compressed on the fly, at a lower quality, they would be a sixth larger.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const EXTENSIONS = new Set([".css", ".js", ".mjs", ".svg"]);
/** The server's own limit. Below it, the headers of a response are larger than what compression saves. */
const MIN_BYTES = 256;

const compress = promisify(brotliCompress);

async function compressFile(path) {
  const content = await readFile(path);
  if (content.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await compress(content, { params }));
}

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("Usage: node site/compress.mjs FOLDER...");
for (const folder of folders) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const compressible = files.filter((file) => file.isFile() && EXTENSIONS.has(extname(file.name)));
  await Promise.all(compressible.map((file) => compressFile(join(file.parentPath ?? file.path, file.name))));
}
