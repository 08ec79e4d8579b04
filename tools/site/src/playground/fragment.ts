/** The playground's settings in the URL fragment, so that a link shows the same strategy in the same league. */
import type { StrategyName } from "@league-v2/agents";
import { packed, unpacked } from "@league-v2/viewer";
import { type LeagueRequest, networkFaults } from "../league/request.js";
import { defaultSource } from "../strategy/examples.js";

export interface Settings {
  readonly source: string;
  readonly request: LeagueRequest;
}

export const opponentNames = ["random", "frequency", "pattern", "timeout"] as const satisfies StrategyName[];
export const maxOpponents = 19;

const standard: LeagueRequest = { seed: 7, opponents: ["random", "frequency", "pattern"], faults: [] };

/** Missing and invalid values become defaults. @param hash with or without its # */
export async function readFragment(hash: string): Promise<Settings> {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const seed = Number(given.get("seed") || Number.NaN);
  const opponents = known(given.get("opponents"), opponentNames).slice(0, maxOpponents);
  return {
    source: (await textOf(given.get("code"))) ?? defaultSource,
    request: {
      seed: isSeed(seed) ? seed : standard.seed,
      opponents: opponents.length > 0 ? opponents : standard.opponents,
      faults: known(given.get("faults"), networkFaults),
    },
  };
}

export async function writeFragment({ source, request }: Settings): Promise<string> {
  const { seed, opponents, faults } = request;
  const given = new URLSearchParams({ seed: String(seed), opponents: opponents.join(" ") });
  if (faults.length > 0) given.set("faults", faults.join(" "));
  if (source !== defaultSource) given.set("code", await addressOf(source));
  return given.toString();
}

/** The same pattern as for `--seed`. */
export function isSeed(seed: number): boolean {
  return Number.isSafeInteger(seed) && seed >= 0;
}

function known<Name extends string>(text: string | null, names: readonly Name[]): Name[] {
  return (text ?? "").split(" ").flatMap((word) => names.find((name) => name === word) ?? []);
}

/** In characters that are valid in a URL. */
async function addressOf(text: string): Promise<string> {
  const letters = await packed(text, "deflate-raw");
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function textOf(address: string | null): Promise<string | null> {
  if (address === null) return null;
  try {
    return await unpacked(address.replaceAll("-", "+").replaceAll("_", "/"), "deflate-raw");
  } catch {
    return null;
  }
}
