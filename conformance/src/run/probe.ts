/** Tries one harmless message in one wire form after the other, until one is answered with the message that belongs to it. */
import type { RunContext } from "../bench/context.js";
import { TransportBench } from "../bench/transport-bench.js";
import { replyTypeOf } from "../contract.js";
import { createExpect } from "../expect.js";
import type { Answer } from "../peers/answer.js";
import { type Codec, replyShape } from "../profiles/codec.js";
import type { World } from "./role-kit.js";

/** How the agent took a message in one form. */
export interface Probe {
  codec: Codec;
  answer: Answer;
  /** `full`: the message that belongs to it. `half`: an answer that may be one. `refused`: it knows the message, but will not. */
  understood: "full" | "half" | "refused" | "no" | "silence";
}

/** The message that is tried: what any agent of the role serves at any time. */
export const PROBED = {
  player: "GAME_INVITATION",
  referee: "ROUND_ANNOUNCEMENT",
  manager: "LEAGUE_REGISTER_REQUEST",
} as const;

/** Whoever does not answer so many forms is not asked in all of them. */
const MOST_SILENCES = 2;
/** Codes with which agents answer what they do not know. */
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

/** All probes that were made: the last one is the one that was understood, if any was. */
export async function probeForms(
  context: RunContext,
  world: World,
  forms: readonly Codec[],
): Promise<Probe[]> {
  const made: Probe[] = [];
  const tried = new Set<string>();
  let silences = 0;
  for (const codec of forms) {
    const look = lookOf(codec, PROBED[context.role]);
    if (tried.has(look)) continue;
    tried.add(look);
    context.codec = codec;
    const probe = await probeOne(context, world, codec);
    made.push(probe);
    if (probe.understood === "full" || probe.understood === "refused") break;
    if (probe.understood === "silence") silences += 1;
    if (silences >= MOST_SILENCES) break;
  }
  return made;
}

/** What this form sends for a message of this type; forms with the same look can only be told apart by the answers. */
export function lookOf(codec: Codec, type: string): string {
  const sample = { ...SAMPLE, message_type: type };
  return JSON.stringify(
    codec.request(type, sample, 1, { recipient: "P01", player_a: "P01", player_b: "P02" }),
  );
}

async function probeOne(context: RunContext, { env, ...world }: World, codec: Codec): Promise<Probe> {
  const bench = new TransportBench(
    env,
    context.role,
    { ...world },
    createExpect(() => 0),
    context.stage.random,
  );
  const answer = await bench.valid();
  return { codec, answer, understood: understandingOf(answer, PROBED[context.role]) };
}

function understandingOf(answer: Answer, type: string): Probe["understood"] {
  switch (answer.outcome) {
    case "failure":
      return answer.failure?.reason === "timeout" ? "silence" : "no";
    case "empty":
      return "no";
    case "refusal": {
      // A refusal in the words of the contract: the message was understood.
      const { code, league } = answer.refusal;
      return league !== undefined && code !== undefined && !UNKNOWN_CODES.has(code) ? "refused" : "no";
    }
    case "message":
      return understandingOfMessage(answer.result, replyTypeOf(type));
  }
}

function understandingOfMessage(
  message: Readonly<Record<string, unknown>>,
  wanted: string | undefined,
): Probe["understood"] {
  if (message.message_type === wanted) return "full";
  // An answer without its type, such as `{accept: true, match_id}`; `{status: "ok"}` is a polite way to know nothing.
  const says = ["match_id", "player_id", "accept", "round_id", "reason", "league_id", "protocol"];
  const members = says.filter((name) => Object.hasOwn(message, name));
  return message.message_type === undefined && members.length >= 2 ? "half" : "no";
}

/** Of the forms that send the same as this one, that whose answers stand where this one stood. */
export function byReply({ codec, answer }: Probe, all: readonly Codec[], type: string): Codec | undefined {
  const shape = replyShape(answer.json);
  if (codec.profile.reply === shape) return codec;
  const look = lookOf(codec, type);
  return all.find((other) => other.profile.reply === shape && lookOf(other, type) === look);
}
