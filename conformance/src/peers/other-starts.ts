/** Calls by which league managers begin that do not follow `start_league`: for the only league of a manager at --url. */
import type { Answer } from "./answer.js";
import type { PeerClient } from "./peer-client.js";
import type { Target } from "./peer-context.js";

const PATHS = ["/start_league", "/start", "/league/start", "/api/start", "/admin/start_league"];

/**
 * Asks without an envelope, as some take it from no sender, and then at usual paths.
 * @param hasBegun resolves when it is known whether the league has begun after a call that was not refused
 */
export async function startOtherwise(
  operator: PeerClient,
  manager: Target,
  hasBegun: () => Promise<boolean>,
): Promise<boolean> {
  const withoutEnvelope = () => operator.say(manager, "START_LEAGUE", {}, { change: () => ({}) });
  const atPaths = PATHS.map((path) => () => operator.raw(manager, {}, { question: path, http: { path } }));
  for (const attempt of [withoutEnvelope, ...atPaths])
    if (!isRefused(await attempt()) && (await hasBegun())) return true;
  return false;
}

function isRefused({ outcome, status = 200 }: Answer): boolean {
  return outcome === "refusal" || status >= 400;
}
