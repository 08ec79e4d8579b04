/** The bundle size of a player, and of one validator. */
import { methodNamed } from "../contract-document.ts";
import type { Aim, Section } from "../report/section.ts";
import { method } from "../servers/exchange.ts";
import { type Bundle, bundle } from "./bundle.ts";

interface Program {
  readonly name: string;
  readonly text: string;
  readonly mostBytes?: number;
  readonly remark?: string;
}

const PLAYER = "a whole player";
const REFERENCE = "zod 4, GAME_OVER's schema";

const schema = JSON.stringify(methodNamed(method)["x-message"], (key, value) =>
  key.startsWith("x-") || key === "description" || key === "examples" ? undefined : value,
);

const programs: readonly Program[] = [
  { name: REFERENCE, text: `export { gameOverSchema } from "./src/validators/zod-schema.ts"` },
  {
    name: "one validator, @league-v2/contract",
    text: `export { validateGameOver } from "@league-v2/contract"`,
    mostBytes: 1_200,
  },
  {
    name: "the same with explain",
    text: `export { validateGameOver, explain } from "@league-v2/contract"`,
  },
  {
    name: "Ajv 8 at run time, the same schema",
    text: `import { Ajv2020 } from "ajv/dist/2020.js"; export const validate = new Ajv2020({ strict: false }).compile(${schema})`,
  },
  {
    name: "TypeBox 0.34 compiled, the same schema",
    text: `export { typebox } from "./src/validators/typebox.ts"`,
  },
  { name: "hand-written check", text: `export { handWritten } from "./src/validators/hand-written.ts"` },
  {
    name: PLAYER,
    text: `
      import { createPlayer, secureRandom, systemClock } from "@league-v2/sdk";
      import { fetchHandler, fetchTransport } from "@league-v2/sdk/fetch";
      export { createPlayer, fetchHandler, fetchTransport, secureRandom, systemClock };`,
    mostBytes: 12_000,
    remark: "JSON-RPC, client, session, validators both ways, readable errors, fetch adapter",
  },
];

export async function sizeSection(): Promise<Section> {
  const bundles = await Promise.all(programs.map(({ text }) => bundle(text)));
  const reference = bundles[programs.findIndex(({ name }) => name === REFERENCE)]?.gzippedBytes ?? Number.NaN;
  const player = bundles[programs.findIndex(({ name }) => name === PLAYER)];
  return {
    id: "size",
    title: "Size: minified by esbuild and gzipped, without what is loaded on demand",
    reference: REFERENCE,
    rows: programs.map(({ name, mostBytes, remark }, index) => {
      const value = bundles[index]?.gzippedBytes ?? Number.NaN;
      const aim: Aim | undefined =
        mostBytes === undefined ? undefined : { of: "value", at: "most", limit: mostBytes };
      return {
        name,
        ratio: value / reference,
        value,
        unit: "bytes",
        ...(aim === undefined ? {} : { aim }),
        ...(remark === undefined ? {} : { remark }),
      };
    }),
    notes: [
      "What is loaded on demand is not counted: of the player, the OpenRPC document and the other wire forms.",
      ...(player === undefined ? [] : [`The player, before gzip: ${partsOf(player)}.`]),
    ],
  };
}

/** The largest parts of a bundle by folder, in kB. */
function partsOf({ inputs, minifiedBytes }: Bundle): string {
  const parts = new Map<string, number>();
  for (const [path, bytes] of inputs) {
    const part = path.replace("/dist/esm/", "/").replace(/\/[^/]*$/, "");
    parts.set(part, (parts.get(part) ?? 0) + bytes);
  }
  const largest = [...parts].sort(([, a], [, b]) => b - a).slice(0, 10);
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    `${kilobytes(minifiedBytes)} in all`,
    ...largest.map(([part, bytes]) => `${part} ${kilobytes(bytes)}`),
  ].join(", ");
}
