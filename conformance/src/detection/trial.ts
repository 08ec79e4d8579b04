/** Tries a form on the agent with messages that have no effect on a league: a match for a player, one message for the others. */
import { deadlineOf, isNameOf, replyTypeOf } from "../contract.js";
import { type RunContext, unjudged } from "../fixtures/context.js";
import type { AgentInstance } from "../fixtures/start.js";
import { plainAnswer } from "../fixtures/transport-fixture.js";
import type { Answer } from "../peers/exchange/answer.js";
import type { PeerContext, WireForm } from "../peers/exchange/peer-context.js";
import { plainMatch } from "../peers/match.js";
import { type Codec, replyMessage } from "../profiles/codec.js";

export interface Trial {
  readonly codec: Codec;
  /** The answer to the first message comes first; those to further ones follow if it was not refused. */
  readonly answers: readonly [Answer, ...Answer[]];
  /** Whether the first message was answered with what it asks for. */
  readonly isUnderstood: boolean;
  /** How many messages were answered with what they ask for. */
  readonly understood: number;
}

/** The message that is tried first: what any agent of the role serves at any time. */
export const TRIED = {
  player: "GAME_INVITATION",
  referee: "ROUND_ANNOUNCEMENT",
  manager: "LEAGUE_REGISTER_REQUEST",
} as const;

/** Codes with which agents answer unknown messages. */
const UNKNOWN_CODES: ReadonlySet<number> = new Set([-32_700, -32_601, -32_600, -32_602, -32_603, -32_000]);
const PARITIES: readonly unknown[] = ["even", "odd"];

/** The answers are not judged. */
export async function tryForm(context: RunContext, instance: AgentInstance, form: WireForm): Promise<Trial> {
  const { codec } = form;
  const peerContext = { ...instance.peerContext, form };
  if (context.role === "player") return playedMatch(unjudged(context, peerContext), instance, codec);
  const { random } = context.environment;
  const answer = await plainAnswer(context, instance, { peerContext, random });
  const isUnderstood = isMessage(answer, replyTypeOf(TRIED[context.role]));
  return { codec, answers: [answer], isUnderstood, understood: Number(isUnderstood) };
}

/** Invites the player to a new match, asks for its choice and ends the match. */
async function playedMatch(
  peerContext: PeerContext,
  { agent, leagueId }: AgentInstance,
  codec: Codec,
): Promise<Trial> {
  const match = plainMatch(peerContext, leagueId);
  const joined = await match.invite(agent);
  const isUnderstood = isMessage(joined, "GAME_JOIN_ACK");
  if (joined.outcome !== "message") return { codec, answers: [joined], isUnderstood, understood: 0 };
  // A choice that does not come soon says nothing about its words.
  const choice = await match.askChoice(agent, { timeoutMs: deadlineOf("GAME_INVITATION") });
  const over = await match.gameOver(agent);
  const isChosen = choice.outcome === "message" && PARITIES.includes(choice.result.parity_choice);
  const understood = [isUnderstood, isChosen, over.outcome === "message"].filter(Boolean).length;
  return { codec, answers: [joined, choice, over], isUnderstood, understood };
}

function isMessage(answer: Answer, type: string | undefined): boolean {
  return answer.outcome === "message" && isNameOf(type, answer.result.message_type);
}

/** Whether the message was understood, and refused with a code of the contract. */
export function isDecision(answer: Answer): boolean {
  if (answer.outcome !== "refusal") return false;
  const { code, league } = answer.refusal;
  return league !== undefined && code !== undefined && !UNKNOWN_CODES.has(code);
}

/** Whether a refusal is about how the message is written and not about the league, or the answer cannot be read. */
export function isOfForm(answer: Answer): boolean {
  return answer.outcome === "empty" || (answer.outcome === "refusal" && !isDecision(answer));
}

export function isSilence({ outcome, failure }: Answer): boolean {
  return outcome === "failure" && failure?.reason === "timeout";
}

/** `{status: "ok"}` does not show that the message was understood, though a form may fill in the missing members. */
export function saysOnlyOk({ outcome, json }: Answer): boolean {
  const message = replyMessage(json) ?? {};
  const { status, error, message_type } = message;
  const isEmpty = message_type === undefined && !NAMES.some((name) => Object.hasOwn(message, name));
  return outcome === "message" && status !== "error" && error === undefined && isEmpty;
}

const NAMES = ["match_id", "player_id", "accept", "round_id", "reason", "league_id", "protocol"];
