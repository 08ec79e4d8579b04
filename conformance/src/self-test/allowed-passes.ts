/** The reviewed list of checks that may pass although the answers to a message are replaced, each with the reason. */
import { globToRegExp } from "../run/select.js";
import type { EmptyPass, Replacement } from "./reply-matrix.js";

export interface AllowedPass {
  /** Patterns of check ids, as `--only` takes them. */
  checks: readonly string[];
  types: readonly string[];
  /** The permitted replacements of the answers; default all. */
  replacements?: readonly Replacement[];
  /** Why the clause allows it. */
  because: string;
}

/** Every value that a JSON-RPC result may have. */
const VALUES: readonly Replacement[] = ["null", "{}", "[]", '""', "0", "true"];

export const ALLOWED_PASSES: readonly AllowedPass[] = [
  {
    checks: [
      "player/acknowledgement/game-over",
      "player/acknowledgement/game-over-again",
      "player/acknowledgement/game-over-without-number",
      "player/acknowledgement/league-completed",
      "player/acknowledgement/round-announcement",
      "player/acknowledgement/round-completed",
      "player/acknowledgement/standings",
    ],
    types: [
      "GAME_OVER",
      "LEAGUE_COMPLETED",
      "ROUND_ANNOUNCEMENT",
      "ROUND_COMPLETED",
      "LEAGUE_STANDINGS_UPDATE",
    ],
    replacements: [...VALUES, "another message"],
    because: "PLY-ACK-01 to 03 require a result in time, of any value; PLY-ACK-04 is about its value.",
  },
  {
    checks: ["player/session/*"],
    types: ["GAME_OVER", "ROUND_ANNOUNCEMENT"],
    replacements: [...VALUES, "another message"],
    because: "Between its matches a session requires a result of any value, as PLY-ACK-01 and 02 do.",
  },
  {
    checks: ["player/error/acknowledges-errors"],
    types: ["GAME_ERROR", "LEAGUE_ERROR"],
    replacements: VALUES,
    because: "PLY-ERR-02 requires an acknowledgement in any form.",
  },
  {
    checks: [
      "manager/results/answers-plain-reports",
      "manager/results/answers-reports",
      "manager/results/valid-after-invalid",
      "manager/session/standings-follow-reports",
    ],
    types: ["MATCH_RESULT_REPORT"],
    replacements: [...VALUES, "another message"],
    because: "LM-RES-01 requires a result in time, of any value.",
  },
  {
    checks: ["player/impostor/result-from-other-sender"],
    types: ["GAME_OVER"],
    replacements: [...VALUES, "another message"],
    because: "It judges refusals; the true GAME_OVER next to them has to be answered with any result.",
  },
  {
    checks: [
      "player/choice/*",
      "player/end/*",
      "player/join/*",
      "player/registration/*",
      "player/restart/*",
      "player/error/*",
      "player/acknowledgement/league-completed",
      "player/acknowledgement/names-the-completion",
      "player/acknowledgement/round-announcement",
      "player/acknowledgement/round-completed",
      "player/acknowledgement/standings",
      "player/impostor/announcements-from-other-sender",
      "player/impostor/call-from-other-sender",
      "player/impostor/call-under-other-name",
      "player/impostor/call-with-other-token",
      "player/impostor/completion-from-other-sender",
      "player/impostor/error-from-other-sender",
      "player/impostor/leaves-other-players-alone",
      "player/impostor/second-inviter",
      "player/impostor/without-token",
      "player/negative/choose-parity-call",
      "player/negative/game-invitation",
      "transport/*/*",
    ],
    types: ["GAME_OVER"],
    because: "GAME_OVER only ends the match, so that the player is free for the next check.",
  },
  {
    checks: [
      "player/choice/chooses-through-announcements",
      "player/error/survives-malformed-announcements",
      "player/impostor/leaves-other-players-alone",
      "player/impostor/without-token",
      "player/join/*",
      "player/registration/sends-token",
    ],
    types: ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"],
    because: "They judge how the player joins and chooses around these messages.",
  },
  {
    checks: [
      "player/impostor/completion-from-other-sender",
      "player/end/shutdown-from-other-sender",
      "player/end/shuts-down",
    ],
    types: ["LEAGUE_COMPLETED", "SHUTDOWN_COMMAND"],
    because: "They judge whether the player ends, not its answer.",
  },
  {
    checks: ["player/negative/choose-parity-call", "player/negative/game-over"],
    types: ["GAME_INVITATION"],
    because: "The invitation only leads to the message that is judged.",
  },
  {
    checks: [
      "transport/batch/*",
      "transport/error/parse-error",
      "transport/hostile/*",
      "transport/http/*",
      "transport/id/*",
      "transport/json/ambiguous",
      "transport/limit/*",
      "transport/notification/unanswered",
      "transport/response/*",
      "transport/robustness/*",
      "transport/session/random-sequences",
      "transport/start/port-in-use",
    ],
    types: ["GAME_INVITATION", "ROUND_ANNOUNCEMENT", "LEAGUE_REGISTER_REQUEST"],
    replacements: [...VALUES, "another message"],
    because:
      "JSON-RPC does not define a result: these clauses are about the response around it, and about errors.",
  },
  {
    checks: ["transport/outgoing/*", "transport/discovery/views"],
    types: ["ROUND_ANNOUNCEMENT"],
    because: "They judge the calls that a referee makes in the match that follows, and a view of that match.",
  },
  {
    checks: ["referee/*/*"],
    types: ["ROUND_ANNOUNCEMENT"],
    replacements: [...VALUES, "missing", "another message"],
    because:
      "No clause requires an answer of a referee to ROUND_ANNOUNCEMENT: the match that follows is judged.",
  },
  {
    checks: [
      "referee/life/announcement-changes-nothing",
      "referee/loss/both-unreachable",
      "referee/session/*",
    ],
    types: ["RUN_MATCH"],
    because: "They judge the match that follows; the answer to RUN_MATCH is for referee/assignment.",
  },
  {
    checks: ["manager/matches/*", "manager/rounds/*"],
    types: ["MATCH_RESULT_REPORT"],
    because: "They judge which matches are assigned, and when.",
  },
  {
    checks: [
      "manager/results/another-referee",
      "manager/results/another-referees-token",
      "manager/results/invented-token",
      "manager/results/nearly-the-token",
      "manager/results/no-token",
      "manager/results/not-yet",
      "manager/results/player-as-sender",
      "manager/results/players-token",
      "manager/results/unknown-match",
      "manager/results/refusal-codes",
      "manager/results/points-for-both",
      "manager/results/points-for-the-loser",
      "manager/results/points-of-a-draw",
      "manager/results/points-of-another-player",
      "manager/restart/keeps-results",
      "manager/results/three-hundred-points",
      "manager/results/two-points-against-one",
      "manager/results/two-points-for-a-win",
    ],
    types: ["MATCH_RESULT_REPORT"],
    because: "They judge errors, which are not replaced, and what the standings count for the true report.",
  },
  {
    checks: [
      "manager/registration/at-once",
      "manager/registration/league-full",
      "manager/registration/rejected-take-no-place",
      "manager/start/started-again",
      "manager/start/waits-for-enough",
      "manager/start/waits-for-the-numbers",
    ],
    types: ["START_LEAGUE"],
    because:
      "They judge who is admitted and what is assigned; the answer to START_LEAGUE is for other checks.",
  },
  {
    checks: ["manager/registration/rejected-take-no-place"],
    types: ["REFEREE_REGISTER_REQUEST"],
    because: "It judges the registrations of players.",
  },
];

export function isAllowed({ check, type, replacement }: EmptyPass, rows = ALLOWED_PASSES): boolean {
  return rows.some((allowed) => covers(allowed, check, type, replacement));
}

function covers(
  { checks, types, replacements }: AllowedPass,
  check: string,
  type: string,
  replacement: Replacement,
): boolean {
  const isReplacement = replacements === undefined || replacements.includes(replacement);
  return types.includes(type) && isReplacement && checks.some((glob) => globToRegExp(glob).test(check));
}
