/** How many GAME_OVERs a second each validator checks, valid ones and invalid ones. */
import { inRounds } from "../measure/rounds.ts";
import { median, ratioByRound } from "../measure/statistics.ts";
import type { Section } from "../report/section.ts";
import { ajv } from "./ajv.ts";
import type { Contender } from "./contender.ts";
import { generated } from "./generated.ts";
import { handWritten } from "./hand-written.ts";
import { invalid, valid } from "./messages.ts";
import { typebox } from "./typebox.ts";
import { zod } from "./zod.ts";

export interface ValidatorSizes {
  readonly rounds: number;
  readonly milliseconds: number;
}

const contenders: readonly Contender[] = [
  handWritten,
  generated,
  ajv("Ajv 8 at run time", { allErrors: false, ownProperties: false }, "stops at the first fault"),
  ajv(
    "Ajv 8 at run time, our options",
    { allErrors: true, ownProperties: true },
    "collects all faults, asks for own properties",
  ),
  typebox,
  zod,
];

export async function validatorSections(sizes: ValidatorSizes): Promise<Section[]> {
  for (const contender of contenders) demandRightAnswers(contender);
  return [
    await section("validator-valid", "Validators: valid GAME_OVERs checked a second", valid, sizes),
    await section("validator-invalid", "Validators: invalid GAME_OVERs, one fault each", invalid, sizes),
  ];
}

/** A validator that lets a fault pass has no place in the comparison. */
function demandRightAnswers({ name, accepted }: Contender): void {
  const wrong = [
    ...valid.filter((message) => accepted([message], 1) !== 1),
    ...invalid.filter((message) => accepted([message], 1) !== 0),
  ];
  if (wrong.length > 0) throw new Error(`${name} judges this wrongly: ${JSON.stringify(wrong[0])}`);
}

async function section(
  id: string,
  title: string,
  messages: readonly unknown[],
  { rounds, milliseconds }: ValidatorSizes,
): Promise<Section> {
  for (const contender of contenders) checksPerSecond(contender, messages, milliseconds);
  const values = await inRounds(contenders, rounds, (contender) =>
    checksPerSecond(contender, messages, milliseconds),
  );
  const reference = values.get(handWritten) ?? [];
  return {
    id,
    title,
    reference: handWritten.name,
    rows: contenders.map((contender) => {
      const own = values.get(contender) ?? [];
      const { median: ratio, low, high } = ratioByRound(own, reference);
      const { name, remark } = contender;
      return { name, ratio, low, high, value: median(own), unit: "checks/s", remark };
    }),
    notes: [],
  };
}

/** Between two looks at the clock. */
const TIMES = 20;

function checksPerSecond(
  { accepted }: Contender,
  messages: readonly unknown[],
  milliseconds: number,
): number {
  const begin = performance.now();
  let checks = 0;
  let elapsed = 0;
  while (elapsed < milliseconds) {
    accepted(messages, TIMES);
    checks += messages.length * TIMES;
    elapsed = performance.now() - begin;
  }
  return checks / (elapsed / 1000);
}
