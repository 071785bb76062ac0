import path from "node:path";
import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";

// Building or serving a guide tells nobody about it.
process.env.NEXT_TELEMETRY_DISABLED = "1";

const repository = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

const config: NextConfig = {
  output: "standalone",
  outputFileTracingRoot: repository,
  turbopack: { root: repository },
  transpilePackages: ["@karst/client", "@karst/web"],
  poweredByHeader: false,
  // The server compresses each finished page once.
  compress: false,
  // `make check` looks at the types, of tests too.
  typescript: { ignoreBuildErrors: true },
  // One address has one text, whoever asks: without this the head of a page would depend on the User-Agent,
  // which is no part of the server's cache key.
  htmlLimitedBots: /.*/,
  images: { unoptimized: true },
  // Finished pages and answers of the API, in bytes. The server keeps pages too: what is kept here spares asking the API
  // for the same list again for another page. (The default is 50 MiB, and text with Vietnamese letters takes twice that.)
  cacheMaxMemorySize: 8 * 1024 * 1024,
  experimental: {
    // Finished pages are kept in memory only. A page on disk would outlive a restart, and with it the knowledge
    // that it had been refreshed.
    isrFlushToDisk: false,
    // Every page has the same three style sheets. The defaults give a page of its own rather more of them, each a
    // request that the first paint waits for, and another when the reader goes on.
    cssChunking: { type: "graph", requestCost: 1_000_000 },
  },
};

export default config;
