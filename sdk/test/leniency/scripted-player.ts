/** A player in the form with one method, whose answers to some messages are other ones than those of that form. */
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { now, registers, rpc, says, takesItsId } from "../wire/wild/player-messages.js";
import {
  type Body,
  bodyOf,
  type Me,
  type PlayerHabits,
  type Reply,
  rpcError,
  rpcResult,
  WildPlayer,
} from "../wire/wild/wild-player.js";

interface Call {
  readonly message: Body;
  readonly id: unknown;
  readonly me: Me;
  /** The answer of the form. */
  readonly whole: Body;
}
/** By message type, or `any`: the result alone, or a whole reply. */
export type Answers = Readonly<Record<string, (call: Call) => { readonly result: unknown } | Reply>>;

const ackOf = (type: string) => `${type.replace("LEAGUE_STANDINGS", "STANDINGS")}_ACK`;

function answerOf({ message_type, match_id, round_id, conversation_id }: Body, me: Me): Body {
  const frame = { match_id, conversation_id, player_id: me.id };
  if (message_type === "GAME_INVITATION")
    return says(me, "GAME_JOIN_ACK", { ...frame, accept: true, arrival_timestamp: now });
  if (message_type === "CHOOSE_PARITY_CALL")
    return says(me, "CHOOSE_PARITY_RESPONSE", { ...frame, parity_choice: me.choice });
  return says(me, ackOf(String(message_type)), { ...frame, round_id, status: "ACKNOWLEDGED" });
}

export const scripted = (answers: Answers): PlayerHabits => ({
  name: "scripted",
  registration: (me) => rpc("handle_message", { message: registers(me) }),
  joined: takesItsId,
  answer: ({ method, params, id }, me, understood) => {
    const message = bodyOf(bodyOf(params).message);
    const type = String(message.message_type);
    if (method !== "handle_message") return rpcError(id, -32601, "Method not found");
    understood(type, message);
    const whole = answerOf(message, me);
    const answer = (answers[type] ?? answers.any)?.({ message, id, me, whole });
    if (answer === undefined) return rpcResult(id, whole);
    return "result" in answer ? rpcResult(id, answer.result) : answer;
  },
});

/**
 * Whether it plays with its own choice and gets the result once.
 * @param isQuiet whether our agents must not warn of its answers either
 */
export async function plays(habits: PlayerHabits, strict: boolean, isQuiet = true): Promise<boolean> {
  const warnings: string[] = [];
  const platform = new SimulatedPlatform({
    log: (_agent, { level, message }) => void (level === "warn" && warnings.push(message)),
  });
  const records: MatchRecord[] = [];
  const onMatch = (record: MatchRecord) => void records.push(record);
  const league = urlOf(8000);
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, strict }), 8000);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch, strict }), 8001, league);
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8101, league);
  await platform.clock.run(Promise.all([referee.registered, ours.registered]));
  const player = new WildPlayer(habits, { name: "own", url: urlOf(8102), choice: "even" }, "P02");
  platform.network.attach(player.me.url, player.handle);
  try {
    await player.register(platform.network, league);
    await platform.clock.run(manager.ended);
  } finally {
    await Promise.all([manager, referee, ours].map((agent) => agent.close()));
  }
  const ends = player.understood.filter((one) => one.startsWith("GAME_OVER"));
  const choices = Object.values(records[0]?.outcome.choices ?? {}).toSorted();
  return choices.join() === "even,odd" && ends.length === 1 && !(isQuiet && warnings.length > 0);
}
