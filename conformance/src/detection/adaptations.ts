/** What the suite writes otherwise for an agent that refuses or drops its usual messages. Each change is a note for the user. */
import { type RunContext, unjudged } from "../fixtures/context.js";
import type { AgentInstance } from "../fixtures/start.js";
import { GUEST } from "../fixtures/transport-fixture.js";
import type { Answer } from "../peers/exchange/answer.js";
import { PeerClient } from "../peers/exchange/peer-client.js";
import type { WireForm } from "../peers/exchange/peer-context.js";
import { matchOfOthers } from "../peers/match.js";
import { Codec } from "../profiles/codec.js";
import type { Trial } from "./trial.js";

/** A change of the suite's messages that is tried if an answer asks for it, and kept if the agent then understands more. */
interface Adaptation {
  isAskedFor(answer: Answer, form: WireForm, context: RunContext): boolean;
  readonly change: Partial<WireForm>;
}

const INVALID_TIMESTAMP = "E021";
/** The id of the first referee of a league, which a player that knows its referees is most likely to accept. */
const FIRST_REFEREE = "REF01";

const adaptations: readonly Adaptation[] = [
  {
    isAskedFor: (answer) => answer.outcome === "refusal" && answer.refusal.league === INVALID_TIMESTAMP,
    change: { wholeSeconds: true },
  },
  {
    isAskedFor: (answer, { knownReferee }, { role }) =>
      role === "player" && knownReferee === undefined && /\b(?:sender|referee)\b/i.test(refusalOf(answer)),
    change: { knownReferee: FIRST_REFEREE },
  },
];

/** The trials in the usual messages, or in others that the agent asks for, and the form with these changes. */
export async function adapted(
  context: RunContext,
  usual: WireForm,
  tryForms: (form: WireForm) => Promise<readonly Trial[]>,
): Promise<{ form: WireForm; trials: readonly Trial[] }> {
  let form = usual;
  let trials = await tryForms(form);
  for (const { isAskedFor, change } of adaptations) {
    const answers = trials.flatMap((trial) => trial.answers);
    if (mostUnderstood(trials) > 0 || !answers.some((answer) => isAskedFor(answer, form, context))) continue;
    const changed = { ...form, ...change };
    const again = await tryForms(changed);
    if (mostUnderstood(again) === 0) continue;
    form = changed;
    trials = again;
  }
  return { form, trials };
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
 * With the formats of times and ids in a league manager's acceptance. Some managers acknowledge a message with other formats and drop it.
 */
export function withFormatsOf(
  { role }: RunContext,
  form: WireForm,
  { answers: [answer], understood }: Trial,
): WireForm {
  if (role !== "manager" || understood === 0) return form;
  const { timestamp, player_id } = answer.result;
  const isWhole = /:\d\d(?:Z|[+-]\d\d:?\d\d)$/.test(String(timestamp));
  const usualIds = String(player_id).startsWith(GUEST);
  return { ...form, usualIds, ...(isWhole ? { wholeSeconds: true } : {}) };
}

export function adaptationNotes(
  { role }: RunContext,
  { knownReferee, wholeSeconds, usualIds }: WireForm,
): string[] {
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

/**
 * Some players of other forms take no message without a token, not even from a league manager, which has none to show. If such a
 * player understands an announcement with a word in its place, the form has that word. @returns the form, and notes for the user
 */
export async function placeholderForToken(
  context: RunContext,
  instance: AgentInstance,
  form: WireForm,
): Promise<{ form: WireForm; notes: string[] }> {
  const unchanged = { form, notes: [] };
  const { codec, document } = form;
  if (context.role !== "player" || codec.isLeagueForm) return unchanged;
  const { agent, leagueId, peerContext } = instance;
  const who = { sender: "league_manager" };
  const announceIn = (tried: WireForm) =>
    new PeerClient(unjudged(context, { ...peerContext, form: tried }), who).say(agent, "ROUND_ANNOUNCEMENT", {
      league_id: leagueId,
      round_id: 1,
      matches: [matchOfOthers(peerContext.game.type)],
    });
  if (!/token/i.test(refusalOf(await announceIn(form)))) return unchanged;
  const { profile, dialect } = codec;
  const envelope = { ...profile.envelope, blank: { ...profile.envelope.blank, ...blank } };
  const withWord = { ...form, codec: new Codec({ ...profile, envelope, dialect, isLeagueForm: false }) };
  if ((await announceIn(withWord)).outcome === "refusal") return unchanged;
  const title = "The form of this player";
  const base = document ?? { name: "derived", title, description: "", extends: codec.name };
  const own = { ...base.envelope, blank: { ...base.envelope?.blank, ...blank } };
  return {
    form: { ...withWord, document: { ...base, envelope: own } },
    notes: [
      `the player takes no message without a token: those of the league manager have the word "${WORD}"`,
    ],
  };
}
