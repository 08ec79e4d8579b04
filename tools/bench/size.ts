/** The size of a program in a browser or a worker: bundled and minified by esbuild, then gzipped. */
import { bundledProgram } from "../build/bundled-program.ts";
import { requestSchema } from "./game-over.ts";
import { type Contender, type Row, rowOf, type Section } from "./report.ts";

interface Program extends Contender {
  readonly text: string;
  readonly platform?: "node";
}

const bytes = (is: number) => ({ of: "number", at: "most", is }) as const;

const schema = JSON.stringify(requestSchema, (key, value) =>
  key.startsWith("x-") || key === "description" || key === "examples" ? undefined : value,
);

const programs: readonly Program[] = [
  { name: "zod 4, GAME_OVER's schema", text: `export { gameOverSchema } from "./zod-schema.ts"` },
  {
    name: "Ajv 8 at run time, the same schema",
    text: `import { Ajv2020 } from "ajv/dist/2020.js"; export const validate = new Ajv2020({ strict: false }).compile(${schema})`,
  },
  {
    name: "one validator, @league-v2/contract",
    text: `export { validateGameOver } from "@league-v2/contract"`,
    limit: bytes(1_600),
  },
  {
    name: "a whole player, for a worker",
    text: `
      export { createPlayer, secureRandom, systemClock } from "@league-v2/sdk";
      export { fetchHandler, fetchTransport } from "@league-v2/sdk/fetch";`,
    limit: bytes(18_000),
  },
  {
    name: "a whole player with serve, for Node",
    text: `export { createPlayer } from "@league-v2/sdk"; export { serve } from "@league-v2/sdk/node";`,
    platform: "node",
    limit: bytes(22_000),
  },
];

async function sized(program: Program): Promise<Row> {
  const { text, platform = "browser" } = program;
  const { gzipped } = await bundledProgram(text, { platform, folder: import.meta.dirname });
  return rowOf(program, [gzipped]);
}

export async function size(): Promise<Section[]> {
  return [
    {
      title: "Size: minified by esbuild and gzipped, without what is loaded on demand",
      unit: "bytes",
      rows: await Promise.all(programs.map(sized)),
    },
  ];
}
