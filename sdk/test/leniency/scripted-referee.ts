/** A referee in the form with one method that differs from that form in one thing. */
import { createLeagueManager, createPlayer, type LeagueEvent, type RecordedResult } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import {
  asksCanonically,
  documentKeys,
  joined,
  orderIn,
  registers,
  rpc,
  says,
  winnerReport,
} from "../wire/wild/referee-messages.js";
import { type Body, bodyOf, type Reply, rpcError, rpcResult } from "../wire/wild/wild-player.js";
import { type Ending, type RefereeHabits, type RefereeSelf, WildReferee } from "../wire/wild/wild-referee.js";

/** The answer to one message; `play` begins the match. */
type Answers = (message: Body, id: unknown, play: (order: Body) => Promise<void>) => Reply | Promise<Reply>;

export interface Variant {
  readonly ordered?: Answers;
  readonly announced?: Answers;
  readonly report?: RefereeHabits["report"];
}

export const inOne = (message: Body) => rpc("handle_message", { message });

export const scriptedReferee = ({ ordered, announced, report }: Variant): RefereeHabits => ({
  name: "scripted",
  registration: (self) => inOne(registers(self)),
  joined,
  ...asksCanonically,
  answer: ({ method, params, id }, _path, self, { understood, play }) => {
    if (method !== "handle_message") return rpcError(id, -32601, "Method not found");
    const message = bodyOf(bodyOf(params).message);
    const { message_type, match_id, round_id, conversation_id } = message;
    const begin = (order: Body) => play(orderIn(order, round_id, documentKeys));
    understood(String(message_type), message);
    const answers = { RUN_MATCH: ordered, ROUND_ANNOUNCEMENT: announced }[String(message_type)];
    if (answers !== undefined) return answers(message, id, begin);
    if (message_type === "RUN_MATCH") void begin(message);
    const about = { match_id, round_id, referee_id: self.id, conversation_id, status: "ACKNOWLEDGED" };
    return rpcResult(id, says(self, `${String(message_type)}_ACK`, about));
  },
  report: report ?? ((ending, self) => inOne(documentReport(ending, self))),
});

function documentReport(ending: Ending, self: RefereeSelf): Body {
  const message = winnerReport(self, ending);
  return { ...message, result: { status: "WIN", ...bodyOf(message.result) } };
}

export interface Led {
  readonly result: RecordedResult | undefined;
  readonly referee: WildReferee;
}

/** Two players of ours meet under it in a league of ours; its number is 4. */
export async function leads(
  habits: RefereeHabits,
  strict: boolean,
  choices: readonly ("even" | "odd")[] = ["even", "odd"],
): Promise<Led> {
  const platform = new SimulatedPlatform();
  const league = urlOf(8000);
  const results: RecordedResult[] = [];
  const onEvent = (event: LeagueEvent) =>
    void (event.type === "result_recorded" && results.push(event.result));
  const options = { players: 2, referees: 1, strict, onEvent };
  const manager = platform.connect(createLeagueManager(options), 8000);
  const directory = new Map(choices.map((_, index) => [`P0${index + 1}`, urlOf(8101 + index)]));
  const self = { name: "scripted", url: urlOf(8001), id: "REF01", directory };
  const referee = new WildReferee(habits, self, platform.network, league);
  platform.network.attach(self.url, referee.handle);
  const players = choices.map((choice, index) =>
    platform.connect(createPlayer({ displayName: `p${index}`, choose: () => choice }), 8101 + index, league),
  );
  try {
    await referee.register();
    await platform.clock.run(manager.ended);
  } finally {
    await Promise.all([...players, manager].map((agent) => agent.close()));
  }
  return { result: results[0], referee };
}
