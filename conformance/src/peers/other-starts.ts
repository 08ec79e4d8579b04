/** Calls by which league managers begin that do not follow `start_league`. */
import type { Answer } from "./answer.js";
import type { PeerClient } from "./peer-client.js";
import type { Target } from "./peer-context.js";
import type { OtherStart } from "./seen-behaviour.js";

type StartCall = (operator: PeerClient, manager: Target) => Promise<Answer>;

const PATHS = ["/start_league", "/start", "/league/start", "/api/start", "/admin/start_league"];

/** Without an envelope, as some take it from no sender, and then at usual paths. */
const CALLS: readonly StartCall[] = [
  (operator, manager) => operator.say(manager, "START_LEAGUE", {}, { change: () => ({}) }),
  ...PATHS.map(
    (path): StartCall =>
      (operator, manager) =>
        operator.raw(manager, {}, { question: path, http: { path } }),
  ),
];

/** Several leagues may be the first ones at the same time, and a small one may not begin where a larger one does. */
const MOST_FAILURES = 3;

/**
 * Calls what has begun an earlier league, otherwise one after the other.
 * @param hasBegun resolves when it is known whether the league has begun after a call that was not refused
 */
export async function startOtherwise(
  known: OtherStart,
  operator: PeerClient,
  manager: Target,
  hasBegun: () => Promise<boolean>,
): Promise<boolean> {
  if (known.index === undefined && known.failures >= MOST_FAILURES) return false;
  for (const [index, call] of CALLS.entries()) {
    if (index !== (known.index ?? index)) continue;
    if (isRefused(await call(operator, manager)) || !(await hasBegun())) continue;
    known.index = index;
    return true;
  }
  known.failures += 1;
  return false;
}

function isRefused({ outcome, status = 200 }: Answer): boolean {
  return outcome === "refusal" || status >= 400;
}
