/** How many GAME_OVERs a second each validator checks, valid ones and invalid ones. */
import { inRounds } from "../measure/rounds.ts";
import { median, ratioByRound } from "../measure/statistics.ts";
import type { Aim, Section } from "../report/section.ts";
import type { Contender } from "./contender.ts";
import { contenders } from "./contenders.ts";
import { generated } from "./generated.ts";
import { handWritten } from "./hand-written.ts";
import { invalid, valid } from "./messages.ts";

const aim: Aim = { of: "ratio", at: "least", limit: 0.7 };

export interface ValidatorSizes {
  readonly rounds: number;
  readonly milliseconds: number;
}

export async function validatorSections(sizes: ValidatorSizes): Promise<Section[]> {
  return [
    await section("validator-valid", "Validators: valid GAME_OVERs checked a second", valid, sizes, { aim }),
    await section("validator-invalid", "Validators: invalid GAME_OVERs, one fault each", invalid, sizes),
  ];
}

async function section(
  id: string,
  title: string,
  messages: readonly unknown[],
  { rounds, milliseconds }: ValidatorSizes,
  judged: { readonly aim?: Aim } = {},
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
      const row = { name, ratio, low, high, value: median(own), unit: "checks/s", remark };
      return contender === generated ? { ...row, ...judged } : row;
    }),
    notes: [],
  };
}

/** Repetitions between two readings of the clock. */
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
