/** Checks a value that should be the rules of a game, such as the default export of a module. */
import { protocol, validateParity } from "@league-v2/contract";
import type { Random } from "../platform/random.js";
import type { GameRules, Parity } from "./rules.js";

/** How many numbers are drawn on trial for each pair of choices. */
const trials = 32;

/**
 * The value as rules, after trials of each pair of choices with fixed numbers for random ones.
 * @throws Error with all that is wrong, in one sentence
 */
export function readGameRules(value: unknown): GameRules {
  const isObject = typeof value === "object" && value !== null;
  const shape = isObject ? faultsOf(value as Partial<GameRules>) : ["they are no object"];
  const [fault] = shape.length > 0 ? [shape.join(", ")] : faultsInTrials(value as GameRules);
  if (fault !== undefined) throw new Error(`these are no game rules: ${fault}`);
  return value as GameRules;
}

function faultsOf({ type, description, choice, draw, decide }: Partial<GameRules>): string[] {
  const choices: unknown = choice?.enum;
  const isSchema =
    Array.isArray(choices) && choices.length > 0 && choices.every((one) => validateParity(one));
  return [
    ...(isText(type) ? [] : ["type is not the name of a game"]),
    ...(isText(description) ? [] : ["description is not a text"]),
    ...(isSchema ? [] : ["choice is not a schema with an enum of the contract's choices"]),
    ...(typeof draw === "function" ? [] : ["draw is not a function"]),
    ...(typeof decide === "function" ? [] : ["decide is not a function"]),
  ];
}

/** At most one: the later ones often have the same cause. */
function* faultsInTrials(rules: GameRules): Generator<string> {
  for (const first of rules.choice.enum)
    for (const second of rules.choice.enum)
      for (let trial = 0; trial < trials; trial++) {
        const what = `for the choices ${first} and ${second}`;
        try {
          yield* faultsInMatch(rules, [first, second], sourceOf(trial)).map((fault) => `${fault} ${what}`);
        } catch (error) {
          yield `${error instanceof Error ? error.message : String(error)} ${what}`;
        }
      }
}

function faultsInMatch(
  { draw, decide }: GameRules,
  choices: readonly [Parity, Parity],
  random: Random,
): string[] {
  const number = draw(random, choices);
  const { minimum, maximum } = protocol.draw;
  if (!Number.isInteger(number) || number < minimum || number > maximum)
    return [`draw returned ${number}, no integer from ${minimum} to ${maximum},`];
  const { winner, reason } = decide(
    [
      { id: "P01", choice: choices[0] },
      { id: "P02", choice: choices[1] },
    ],
    number,
  );
  const isKnown = winner === null || winner === "P01" || winner === "P02";
  return [
    ...(isKnown ? [] : [`decide returned the winner ${winner}, neither of P01 and P02 nor null,`]),
    ...(isText(reason) ? [] : ["decide returned no reason"]),
  ];
}

/** It needs no code of the platform: the entry of the package that exports this file has no other. */
function sourceOf(trial: number): Random {
  let calls = trial;
  return { bytes: (length) => new Uint8Array(length).fill(calls++), below: (limit) => calls++ % limit };
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
