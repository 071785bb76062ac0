/** Compiles the design tokens to CSS custom properties: `node compile-tokens.mjs` writes `src/tokens.css`. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const OUT = new URL("src/tokens.css", import.meta.url);

const { shared, light, dark } = JSON.parse(readFileSync(new URL("tokens.json", import.meta.url), "utf8"));
const rule = (tokens) =>
  `:root {\n${Object.entries(tokens)
    .map(([name, value]) => `  --${name}: ${value};\n`)
    .join("")}}\n`;
const css = `/* Compiled from tokens.json by compile-tokens.mjs. */
${rule({ ...shared, ...light })}
@media (prefers-color-scheme: dark) {
${rule(dark)}}
`;

// In one step, because builds that run in parallel compile and read the same file.
if (!existsSync(OUT) || readFileSync(OUT, "utf8") !== css) {
  const temporary = new URL(`${OUT}.${process.pid}`);
  writeFileSync(temporary, css);
  renameSync(temporary, OUT);
}
