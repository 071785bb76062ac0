// Makes the same files as `imaging::prepare` with sharp: each from the photo, as sharp's documentation shows.
//   node sharp.mjs PHOTO FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const [photo, folder] = process.argv.slice(2);
// One thread, as in one of our workers, and no cache between images.
sharp.concurrency(1);
sharp.cache(false);
const bytes = readFileSync(photo);
const start = { wall: performance.now(), cpu: process.cpuUsage() };
const files = [];
for (const width of [320, 640, 1280, 1920]) {
  const webp = sharp(bytes).autoOrient().resize({ width }).webp({ quality: 78 });
  files.push([`${width}.webp`, await webp.toBuffer()]);
}
const jpeg = sharp(bytes).autoOrient().resize({ width: 1280 }).jpeg({ quality: 80, progressive: true });
files.push(["1280.jpg", await jpeg.toBuffer()]);
const { user, system } = process.cpuUsage(start.cpu);
for (const [name, file] of files) writeFileSync(join(folder, name), file);
const wall = Math.round(performance.now() - start.wall);
console.log(`${wall} ${Math.round((user + system) / 1000)} ${Math.round(process.resourceUsage().maxRSS / 1024)}`);
