/** Tries one harmless message in one wire form after the other, until one is answered with the message that belongs to it. */

import { isNameOf, replyTypeOf } from "../contract.js";
import { createExpect } from "../expect.js";
import { newPeerContext, type RunContext } from "../fixtures/context.js";
import type { AgentInstance } from "../fixtures/start.js";
import { TransportFixture } from "../fixtures/transport-fixture.js";
import { ViolationLog } from "../oracle/violation-log.js";
import type { Answer } from "../peers/answer.js";
import type { PeerContext } from "../peers/peer-context.js";
import { nothingSeen } from "../peers/seen-behaviour.js";
import { type Codec, intendedShape, replyMessage } from "../profiles/codec.js";

/** How the agent took a message in one form. */
export interface Probe {
  codec: Codec;
  answer: Answer;
  /**
   * `full`: the message that belongs to it. `half`: an answer that may be one. `ok`: a result without content, such
   * as `{status: "ok"}`. `refused`: it supports the message, but refuses it.
   */
  understood: "full" | "half" | "ok" | "refused" | "no" | "silence";
}

/** The message that is tried: what any agent of the role serves at any time. */
export const PROBED = {
  player: "GAME_INVITATION",
  referee: "ROUND_ANNOUNCEMENT",
  manager: "LEAGUE_REGISTER_REQUEST",
} as const;

/** An agent that does not answer this many forms is not asked in all of them. */
const MOST_SILENCES = 2;
/** Codes with which agents answer unknown messages. */
const UNKNOWN_CODES: ReadonlySet<number> = new Set([-32_700, -32_601, -32_600, -32_602, -32_603, -32_000]);

/** Something of everything that a message of any type may say. */
const SAMPLE = {
  protocol: "league.v2",
  sender: "referee:REF01",
  timestamp: "2026-01-01T00:00:00Z",
  conversation_id: "c",
  match_id: "R1M1",
  league_id: "l",
  round_id: 1,
  role_in_match: "PLAYER_B",
  opponent_id: "P02",
  player_meta: { display_name: "d", contact_endpoint: "e" },
};

/** The probe that was understood best, the first one among equals. Accepting says more than refusing. */
export function bestOf(probes: readonly Probe[]): Probe | undefined {
  for (const degree of ["full", "half", "ok", "refused"] as const) {
    const best = probes.find(({ understood }) => understood === degree);
    if (best !== undefined) return best;
  }
  return undefined;
}

/** All probes that were made, until one was understood. */
export async function probeForms(
  context: RunContext,
  instance: AgentInstance,
  forms: readonly Codec[],
): Promise<Probe[]> {
  const made: Probe[] = [];
  const tried = new Set<string>();
  let silences = 0;
  for (const codec of forms) {
    const shape = shapeOf(codec, PROBED[context.role]);
    if (tried.has(shape)) continue;
    tried.add(shape);
    const probe = await probeOne(context, instance, codec);
    made.push(probe);
    if (probe.understood === "full") break;
    // A message that an agent cannot read may also be refused with a code of the contract, e.g. because the sender is missing.
    if (probe.understood === "refused" && !made.some(({ understood }) => understood === "ok")) break;
    if (probe.understood === "silence") silences += 1;
    if (silences >= MOST_SILENCES) break;
  }
  return made;
}

/** The request of this form for a message of this type; forms with equal requests can only be distinguished by the answers. */
export function shapeOf(codec: Codec, type: string): string {
  const sample = { ...SAMPLE, message_type: type };
  return JSON.stringify(
    codec.request(type, sample, 1, { recipient: "P01", player_a: "P01", player_b: "P02" }),
  );
}

/** One form, tried on its own; the run's form is then this one. */
export async function probeOne(context: RunContext, instance: AgentInstance, codec: Codec): Promise<Probe> {
  context.codec = codec;
  const fixture = new TransportFixture(
    context,
    unrecorded(context, instance.peerContext),
    instance,
    createExpect(() => 0),
    context.environment.random,
  );
  const answer = await fixture.valid();
  return { codec, answer, understood: understandingOf(answer, PROBED[context.role]) };
}

/** A context whose violations are dropped: the agent may not support the probed form. */
export function unrecorded(context: RunContext, { recorder, random }: PeerContext): PeerContext {
  return Object.assign(newPeerContext(context, "probe", recorder), {
    random,
    violationLog: new ViolationLog(),
    seen: nothingSeen(),
  });
}

function understandingOf(answer: Answer, type: string): Probe["understood"] {
  switch (answer.outcome) {
    case "failure":
      return answer.failure?.reason === "timeout" ? "silence" : "no";
    case "empty":
      return "no";
    case "refusal": {
      // A refusal with a code of the contract: the message was understood.
      const { code, league } = answer.refusal;
      return league !== undefined && code !== undefined && !UNKNOWN_CODES.has(code) ? "refused" : "no";
    }
    case "message":
      return isOk(answer.json) ? "ok" : understandingOfMessage(answer.result, replyTypeOf(type));
  }
}

/** A refusal that is about how the message is written and not about the league, or an answer that cannot be read. */
export function isOfForm(answer: Answer): boolean {
  if (answer.outcome === "empty") return true;
  if (answer.outcome !== "refusal") return false;
  const { code, league } = answer.refusal;
  return league === undefined || code === undefined || UNKNOWN_CODES.has(code);
}

function understandingOfMessage(
  message: Readonly<Record<string, unknown>>,
  wanted: string | undefined,
): Probe["understood"] {
  if (isNameOf(wanted, message.message_type)) return "full";
  // An answer without its type, such as `{accept: true, match_id}`.
  return message.message_type === undefined && leagueMembers(message) >= 2 ? "half" : "no";
}

/** `{status: "ok"}` does not show that the message was understood, though a form may fill in the missing members. */
function isOk(answer: unknown): boolean {
  const message = replyMessage(answer) ?? {};
  const isError = message.status === "error" || message.error !== undefined;
  return !isError && message.message_type === undefined && leagueMembers(message) === 0;
}

/** The number of its members that belong to the league's messages. */
function leagueMembers(message: Readonly<Record<string, unknown>>): number {
  const names = ["match_id", "player_id", "accept", "round_id", "reason", "league_id", "protocol"];
  return names.filter((name) => Object.hasOwn(message, name)).length;
}

/** Of the forms with the same request as this one, the one whose answers are in the same place as this answer. */
export function byReply({ codec, answer }: Probe, all: readonly Codec[], type: string): Codec | undefined {
  const shape = intendedShape(answer.json);
  if (codec.profile.reply === shape) return codec;
  const request = shapeOf(codec, type);
  return all.find((other) => other.profile.reply === shape && shapeOf(other, type) === request);
}
