/** Messages that peers send to a role in the fuzzer's simulated league. */
import {
  type FieldFault,
  leagueManagerServes,
  type MethodRow,
  methods,
  playerServes,
  refereeServes,
  withFault,
} from "@league-v2/contract";
import * as examples from "@league-v2/contract/canonical/examples";
import type { Random, Role } from "@league-v2/sdk";
import { changed, onceIn, pick } from "./json.ts";

/** Valid values by the name of the field, so that a message passes the first check of a handler. */
export type Pools = Readonly<Record<string, readonly unknown[]>>;

interface Sample {
  readonly method: string;
  readonly message: object;
  readonly faults: readonly FieldFault[];
}

const serves = { player: playerServes, referee: refereeServes, league_manager: leagueManagerServes } as const;

/** Every example of every message that the role serves. */
export function samplesOf(role: Role): readonly Sample[] {
  const names = Object.keys(serves[role]) as (keyof typeof methods)[];
  const rows = names.map((name): MethodRow => methods[name]);
  return rows.flatMap(({ name, request, forms }) =>
    [request, ...forms.map((form) => form.request)].flatMap((type) => {
      const messages = listNamed<object>(`${camel(type)}Examples`);
      const faults = listNamed<FieldFault>(`${camel(type)}Faults`);
      return messages.map((message) => ({ method: name, message, faults }));
    }),
  );
}

export interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** A call that is correct, or breaks the schema in one place, or is changed in any place. */
export function someCall(samples: readonly Sample[], pools: Pools, random: Random): Call {
  const { method, message, faults } = pick(random, samples);
  const fitting = fitted(message, pools, random);
  switch (random.below(4)) {
    case 0:
    case 1:
      return { method, params: fitting };
    case 2:
      return { method, params: faults.length === 0 ? fitting : withFault(fitting, pick(random, faults)) };
    default:
      return { method, params: changed(fitting, random) };
  }
}

/** Fills in values of the pools so that the handlers are reached; one value in ten stays as it is. */
function fitted(value: unknown, pools: Pools, random: Random): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => fitted(one, pools, random));
  const entries = Object.entries(value).map(([name, old]) => {
    const pool = Object.hasOwn(pools, name) ? pools[name] : undefined;
    if (pool === undefined || onceIn(random, 10)) return [name, fitted(old, pools, random)] as const;
    return [name, pick(random, pool)] as const;
  });
  return Object.fromEntries(entries);
}

function listNamed<T>(name: string): readonly T[] {
  const list = (examples as Readonly<Record<string, unknown>>)[name];
  return Array.isArray(list) ? (list as readonly T[]) : [];
}

/** `GAME_OVER` or `GameOver` as the examples name it: `gameOver`. */
function camel(type: string): string {
  const [first = "", ...rest] = type.includes("_") ? type.toLowerCase().split("_") : [type];
  const words = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  return words.charAt(0).toLowerCase() + words.slice(1);
}
