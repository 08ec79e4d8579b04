/** What the suite writes otherwise for an agent that refuses or drops its usual messages. Each change is a note for the user. */
import type { RunContext } from "../fixtures/context.js";
import type { AgentInstance } from "../fixtures/start.js";
import { GUEST } from "../fixtures/transport-fixture.js";
import type { Answer } from "../peers/answer.js";
import { PeerClient } from "../peers/peer-client.js";
import { Codec } from "../profiles/codec.js";
import { type Trial, unrecorded } from "./trial.js";

/** A change of the suite's messages that is tried if an answer asks for it, and kept if the agent then understands more. */
interface Adaptation {
  isAskedFor(answer: Answer, context: RunContext): boolean;
  /** @returns how to take it back */
  apply(context: RunContext): () => void;
}

const INVALID_TIMESTAMP = "E021";
/** The id of the first referee of a league, which a player that knows its referees is most likely to accept. */
const FIRST_REFEREE = "REF01";

const adaptations: readonly Adaptation[] = [
  {
    isAskedFor: (answer) => answer.outcome === "refusal" && answer.refusal.league === INVALID_TIMESTAMP,
    apply: (context) => {
      context.wholeSeconds = true;
      return () => delete context.wholeSeconds;
    },
  },
  {
    isAskedFor: (answer, { role, knownReferee }) =>
      role === "player" && knownReferee === undefined && /\b(?:sender|referee)\b/i.test(refusalOf(answer)),
    apply: (context) => {
      context.knownReferee = FIRST_REFEREE;
      return () => delete context.knownReferee;
    },
  },
];

/** The trials in the usual messages, or in others that the agent asks for. */
export async function adapted(
  context: RunContext,
  tryForms: () => Promise<readonly Trial[]>,
): Promise<readonly Trial[]> {
  let trials = await tryForms();
  for (const { isAskedFor, apply } of adaptations) {
    const answers = trials.flatMap((trial) => trial.answers);
    if (mostUnderstood(trials) > 0 || !answers.some((answer) => isAskedFor(answer, context))) continue;
    const takeBack = apply(context);
    const again = await tryForms();
    if (mostUnderstood(again) > 0) trials = again;
    else takeBack();
  }
  return trials;
}

function mostUnderstood(trials: readonly Trial[]): number {
  return Math.max(0, ...trials.map(({ understood }) => understood));
}

function refusalOf(answer: Answer): string {
  if (answer.outcome !== "refusal") return "";
  const { message, data } = answer.refusal;
  return `${message} ${JSON.stringify(data ?? "")}`;
}

/**
 * The formats of times and ids in a league manager's acceptance. Some managers acknowledge a message with other formats and drop it.
 */
export function adoptFormats(context: RunContext, { answers: [answer], understood }: Trial): void {
  if (context.role !== "manager" || understood === 0) return;
  const { timestamp, player_id } = answer.result;
  if (/:\d\d(?:Z|[+-]\d\d:?\d\d)$/.test(String(timestamp))) context.wholeSeconds = true;
  context.usualIds = String(player_id).startsWith(GUEST);
}

export function adaptationNotes({ role, knownReferee, wholeSeconds, usualIds }: RunContext): string[] {
  return [
    ...(knownReferee === undefined
      ? []
      : [
          `the player refuses other referees, and accepts ${knownReferee}: the referees of the run have this id, except in player/join/joins-in-time`,
        ]),
    ...(wholeSeconds === true
      ? [
          `the ${role} refuses or does not use times with a fraction of the second: the suite sends them in whole seconds, except in transport/envelope/utc-forms`,
        ]
      : []),
    ...(usualIds === true
      ? [
          "the manager takes an agent's id from the sender of its registration: the suite's agents register as P01, REF01 and so on",
        ]
      : []),
  ];
}

/** No token, and not empty: what the SDK sends to players that take no message without one. */
const WORD = "none";
const blank = { "/auth_token": WORD };

/** A round in which this player has no match. */
const ROUND = {
  round_id: 1,
  matches: [
    {
      ...{ match_id: "R1M9", game_type: "even_odd", player_A_id: "P90", player_B_id: "P91" },
      referee_endpoint: "http://127.0.0.1:8001/mcp",
    },
  ],
};

/**
 * Some players of other forms take no message without a token, not even from a league manager, which has none to show. If such a
 * player understands an announcement with a word in its place, the run's form has that word. @returns notes for the user
 */
export async function placeholderForToken(context: RunContext, instance: AgentInstance): Promise<string[]> {
  const { codec, role, derivedProfile } = context;
  if (role !== "player" || codec.isLeagueForm) return [];
  const { agent, leagueId, peerContext } = instance;
  const who = { name: "league_manager", sender: "league_manager" };
  const announce = () =>
    new PeerClient(unrecorded(context, peerContext), who).say(agent, "ROUND_ANNOUNCEMENT", {
      league_id: leagueId,
      ...ROUND,
    });
  if (!/token/i.test(refusalOf(await announce()))) return [];
  const { profile, dialect } = codec;
  const envelope = { ...profile.envelope, blank: { ...profile.envelope.blank, ...blank } };
  context.codec = new Codec({ ...profile, envelope, dialect, isLeagueForm: false });
  if ((await announce()).outcome === "refusal") {
    context.codec = codec;
    return [];
  }
  const title = "The form of this player";
  const base = derivedProfile ?? { name: "derived", title, description: "", extends: codec.name };
  const own = { ...base.envelope, blank: { ...base.envelope?.blank, ...blank } };
  context.derivedProfile = { ...base, envelope: own };
  return [`the player takes no message without a token: those of the league manager have the word "${WORD}"`];
}
