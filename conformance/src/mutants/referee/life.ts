/** Referees that do what is not theirs, or do not do what they are told. */
import type { JsonObject } from "../../json/scan.js";
import { referenceAgent } from "../../self-test/reference.js";
import { type Mutant, mutant } from "../mutant.js";
import { all, answerInstead, changeReply, changeRequest, errorReply, resultReply } from "../surgery.js";
import { alsoSends } from "./_calls.js";
import { playsAgain } from "./_encore.js";
import { announcedIn } from "./_orders.js";

const METHOD_NOT_FOUND = -32_601;
const never = new Promise<never>(() => undefined);

/** What it sends to a player beside GAME_OVER. */
const usurped: Record<string, [fault: string, method: string, type: string, members: JsonObject]> = {
  "announces-rounds": [
    "Announces the next round to the players.",
    "notify_round",
    "ROUND_ANNOUNCEMENT",
    { league_id: "l", round_id: 2, matches: [] },
  ],
  "sends-standings": [
    "Sends standings to the players.",
    "update_standings",
    "LEAGUE_STANDINGS_UPDATE",
    { league_id: "l", round_id: 1, standings: [] },
  ],
};

const refuses = (type: string) =>
  answerInstead(type, (_, body) => errorReply(body, METHOD_NOT_FOUND, "Method not found"));

const mutants: readonly Mutant[] = [
  ...Object.entries(usurped).map(
    ([name, [fault, method, type, members]]): Mutant =>
      mutant({
        id: `referee:${name}`,
        fault,
        surgery: alsoSends("GAME_OVER", ({ game_result: _, ...envelope }, url) => [
          {
            url,
            body: {
              jsonrpc: "2.0",
              id: "usurped",
              method,
              params: { ...envelope, message_type: type, ...members },
            },
          },
        ]),
      }),
  ),
  mutant({
    id: "referee:registers-a-player",
    fault: "Registers a player with the league manager.",
    surgery: alsoSends("REFEREE_REGISTER_REQUEST", ({ referee_meta, ...envelope }, url) => {
      const player_meta = {
        ...(referee_meta as JsonObject),
        display_name: "my-player",
        contact_endpoint: "http://127.0.0.1:8199/mcp",
      };
      const params = { ...envelope, message_type: "LEAGUE_REGISTER_REQUEST", player_meta };
      return [{ url, body: { jsonrpc: "2.0", id: "usurped", method: "register_player", params } }];
    }),
  }),
  mutant({
    id: "referee:plays-announcements-too",
    fault: "Plays a match when it is announced, and again when it is ordered.",
    surgery: () => {
      const announced = new Set<unknown>();
      const remembers = changeRequest("ROUND_ANNOUNCEMENT", (round) => {
        for (const { match_id } of announcedIn(round)) announced.add(match_id);
        return undefined;
      });
      return all(
        remembers,
        playsAgain((matchId) => announced.has(matchId)),
      );
    },
  }),
  mutant({
    id: "referee:ignores-announcements",
    fault: "Knows no ROUND_ANNOUNCEMENT.",
    surgery: refuses("ROUND_ANNOUNCEMENT"),
  }),
  mutant({
    id: "referee:acknowledges-another-round",
    fault: "Names a round of no league in its answer to every announcement.",
    surgery: changeReply("ROUND_ANNOUNCEMENT", (ack) => ({ ...ack, round_id: -1 })),
  }),
  mutant({
    id: "referee:ignores-the-end",
    fault: "Knows no LEAGUE_COMPLETED.",
    surgery: refuses("LEAGUE_COMPLETED"),
  }),
  mutant({
    id: "referee:ends-for-anybody",
    fault: "Ends when anybody tells it to.",
    surgery: changeRequest("SHUTDOWN_COMMAND", (order) => ({ ...order, sender: "league_manager" })),
  }),
  mutant({
    id: "referee:refuses-to-end",
    fault: "Knows no SHUTDOWN_COMMAND.",
    surgery: refuses("SHUTDOWN_COMMAND"),
  }),
  mutant({
    id: "referee:ends-with-an-error",
    fault: "Ends with the exit status 1 when it is told to.",
    agent: (launch, _, memory) => {
      const agent = referenceAgent("referee")(launch, memory);
      return {
        role: agent.role,
        connect: (link) => {
          const running = agent.connect(link);
          const failed = running.done.then(() => Promise.reject(new Error("told to end")));
          const registered = Promise.race([running.registered.then(() => never), failed]);
          return { ...running, done: never, registered };
        },
      };
    },
  }),
  mutant({
    id: "referee:does-not-end",
    fault: "Acknowledges SHUTDOWN_COMMAND and goes on.",
    surgery: answerInstead("SHUTDOWN_COMMAND", (order, body) => {
      if (order.sender !== "league_manager") return undefined;
      const { protocol, timestamp, conversation_id } = order;
      const acknowledgement = {
        message_type: "SHUTDOWN_ACK",
        sender: "referee:REF01",
        status: "ACKNOWLEDGED",
      };
      return resultReply(body, { protocol, timestamp, conversation_id, ...acknowledgement });
    }),
  }),
];

export default mutants;
