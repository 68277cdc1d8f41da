// bench/guard.ts
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { guarded } from "@assay402/guard";
import { x402Client } from "@x402/core/client";
import {
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader
} from "@x402/core/http";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment } from "@x402/fetch";
import { build } from "esbuild";
import { privateKeyToAccount } from "viem/accounts";

// bench/measure.ts
function median(figures) {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

// bench/guard.ts
async function guardBench(options) {
  return [...await addedTime(options), ...await bundleSize()];
}
async function addedTime(options) {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.headers["payment-signature"] === void 0) {
      response.statusCode = 402;
      response.setHeader("PAYMENT-REQUIRED", CHALLENGE);
    } else response.setHeader("PAYMENT-RESPONSE", SETTLED);
    response.end("{}");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = server.address().port;
  const url = `http://127.0.0.1:${port}/data`;
  const bare = wrapFetchWithPayment(fetch, buyer());
  const guardedPay = wrapFetchWithPayment(...guarded(fetch, buyer(), OPTIONS));
  const pay = (through) => async () => {
    const answer = await through(url);
    await answer.text();
  };
  const runs = options.milliseconds >= 400 ? 4e3 : 20;
  const [bareMs, guardedMs] = await mediansInTurn(
    [pay(bare), pay(guardedPay)],
    runs
  );
  server.close();
  const added = guardedMs - bareMs;
  return [
    {
      what: "guard, local mode, added to a paid loopback request",
      target: "< 0.3 ms median",
      measured: `${added.toFixed(3)} ms`,
      ratio: guardedMs / bareMs,
      baseline: `@x402/fetch without it: ${bareMs.toFixed(2)} ms`
    }
  ];
}
async function mediansInTurn(ways, runs) {
  const times = ways.map(() => []);
  for (let i = -runs / 2; i < runs; i++)
    for (const [place, way] of ways.entries()) {
      const start = performance.now();
      await way();
      if (i >= 0) times[place]?.push(performance.now() - start);
    }
  return times.map(median);
}
async function bundleSize() {
  const entry = fileURLToPath(import.meta.resolve("@assay402/guard"));
  const made = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "error"
  });
  const sizes = new Map(
    made.outputFiles.map(({ path, contents }) => [
      path.slice(path.lastIndexOf("/") + 1),
      gzipSync(contents, { level: 9 }).length
    ])
  );
  const chunks = new Map(
    Object.entries(made.metafile.outputs).map(([path, output]) => [
      path.slice(path.lastIndexOf("/") + 1),
      output
    ])
  );
  const first = withImports("index.js", chunks);
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const loaded = first.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
  const row = (what, target, bytes) => ({
    what,
    target,
    measured: `${(bytes / 1e3).toFixed(1)} kB`,
    ratio: bytes / 6e4,
    baseline: "60 kB"
  });
  return [
    row("guard, bundle that loads at once (gzip)", "\u2264 60 kB", loaded),
    row(
      "guard, with the name data of rulebook destination, loaded at the first judgement (gzip)",
      "\u2264 60 kB",
      all
    )
  ];
}
function withImports(name, chunks) {
  const found = /* @__PURE__ */ new Set([name]);
  for (const each of found)
    for (const { path, kind } of chunks.get(each)?.imports ?? [])
      if (kind === "import-statement")
        found.add(path.slice(path.lastIndexOf("/") + 1));
  return [...found];
}
var ACCOUNT = privateKeyToAccount(`0x${"42".repeat(32)}`);
function buyer() {
  return new x402Client().register("eip155:*", new ExactEvmScheme(ACCOUNT));
}
var OPTIONS = {
  policy: {
    daily_cap_usd: "1000000",
    require_https: false,
    rulebooks: { destination: { block: "note" } }
  }
};
var CHALLENGE = encodePaymentRequiredHeader({
  x402Version: 2,
  error: "Payment required",
  resource: { url: "https://svc.example/data", description: "", mimeType: "" },
  accepts: [
    {
      scheme: "exact",
      network: "eip155:8453",
      amount: "10000",
      asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      payTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
      maxTimeoutSeconds: 60,
      extra: { name: "USD Coin", version: "2" }
    }
  ]
});
var SETTLED = encodePaymentResponseHeader({
  success: true,
  transaction: `0x${"ab".repeat(32)}`,
  network: "eip155:8453"
});

// bench/zz.ts
console.log(await guardBench({ milliseconds: 500, rounds: 3 }));
