import path from "node:path";
import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";

// No telemetry from builds and servers.
process.env.NEXT_TELEMETRY_DISABLED = "1";

const repositoryRoot = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

const config: NextConfig = {
  output: "standalone",
  outputFileTracingRoot: repositoryRoot,
  turbopack: { root: repositoryRoot },
  transpilePackages: ["@karst/client", "@karst/web"],
  poweredByHeader: false,
  // The Rust server compresses each page once, when it caches it.
  compress: false,
  // `make check` checks the types, including those of tests.
  typescript: { ignoreBuildErrors: true },
  // A URL has the same HTML for every client. Otherwise the head of a page would depend on the User-Agent,
  // which is not part of the server's cache key.
  htmlLimitedBots: /.*/,
  images: { unoptimized: true },
  // For rendered pages and API responses, in bytes. The server also caches pages; this cache saves fetching the same list
  // for another page. The default is 50 MiB, and text with Vietnamese letters takes twice its size.
  cacheMaxMemorySize: 8 * 1024 * 1024,
  experimental: {
    // Rendered pages are cached in memory only. A page on disk would survive a restart, but the revalidations of its
    // tags would not.
    isrFlushToDisk: false,
    // Every page has the same three style sheets. The defaults create more of them per page. Each one delays the first
    // paint, and the next page loads others.
    cssChunking: { type: "graph", requestCost: 1_000_000 },
  },
};

export default config;
