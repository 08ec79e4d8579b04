import { isObject, valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { parityOf } from "../../peers/result.js";
import { referenceAgent } from "../../subject/reference-agent.js";
import {
  all,
  answerInstead,
  changeCall,
  changeReply,
  changeRequest,
  errorReply,
  onCall,
  resultReply,
  writesTokenAtTheEnd,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { acceptsFrom, alsoSends, announcedIn, changeEnding, replaysMatch } from "./message-changes.js";

const METHOD_NOT_FOUND = -32_601;

/** A new promise for each use: a shared one would keep its callbacks in memory. */
const never = () => new Promise<never>(() => undefined);

/** Additional messages to a player after GAME_OVER. */
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

export const refereeLifecycleMutants: readonly Mutant[] = [
  // Referees that send messages of other roles, or do not follow commands.
  ...Object.entries(usurped).map(
    ([name, [fault, method, type, members]]): Mutant => ({
      id: `referee:${name}`,
      fault,
      inject: alsoSends("GAME_OVER", ({ game_result: _, ...envelope }, url) => [
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
  {
    id: "referee:registers-a-player",
    fault: "Registers a player with the league manager.",
    inject: alsoSends("REFEREE_REGISTER_REQUEST", ({ referee_meta, ...envelope }, url) => {
      const player_meta = {
        ...(referee_meta as JsonObject),
        display_name: "my-player",
        contact_endpoint: "http://127.0.0.1:8199/mcp",
      };
      const params = { ...envelope, message_type: "LEAGUE_REGISTER_REQUEST", player_meta };
      return [{ url, body: { jsonrpc: "2.0", id: "usurped", method: "register_player", params } }];
    }),
  },
  {
    id: "referee:plays-announcements-too",
    fault: "Plays a match when it is announced, and again when it is ordered.",
    inject: () => {
      const announced = new Set<unknown>();
      const stores = changeRequest("ROUND_ANNOUNCEMENT", (round) => {
        for (const { match_id } of announcedIn(round)) announced.add(match_id);
        return undefined;
      });
      return all(
        stores,
        replaysMatch((matchId) => announced.has(matchId)),
      );
    },
  },
  {
    id: "referee:ignores-announcements",
    fault: "Does not support ROUND_ANNOUNCEMENT.",
    inject: refuses("ROUND_ANNOUNCEMENT"),
  },
  {
    id: "referee:acknowledges-another-round",
    fault: "Names a round of no league in its answer to every announcement.",
    inject: changeReply("ROUND_ANNOUNCEMENT", (ack) => ({ ...ack, round_id: -1 })),
  },
  {
    id: "referee:ignores-the-end",
    fault: "Does not support LEAGUE_COMPLETED.",
    inject: refuses("LEAGUE_COMPLETED"),
  },
  {
    id: "referee:ends-for-any-sender",
    fault: "Ends at a SHUTDOWN_COMMAND from any sender.",
    inject: acceptsFrom("SHUTDOWN_COMMAND", () => true),
  },
  {
    id: "referee:ends-for-names-like-the-manager",
    fault: "Ends for every sender whose name contains the league manager's.",
    inject: acceptsFrom("SHUTDOWN_COMMAND", (sender) => sender.includes("league_manager")),
  },
  {
    id: "referee:writes-its-token-at-the-end",
    fault: "Writes its token to its output when it is ordered to shut down.",
    inject: writesTokenAtTheEnd,
  },
  {
    id: "referee:refuses-to-end",
    fault: "Does not support SHUTDOWN_COMMAND.",
    inject: refuses("SHUTDOWN_COMMAND"),
  },
  {
    id: "referee:ends-with-an-error",
    fault: "Ends with the exit status 1 at shutdown.",
    agent: (launch, _, memory) => {
      const agent = referenceAgent("referee")(launch, memory);
      return {
        role: agent.role,
        connect: (link) => {
          const running = agent.connect(link);
          const failed = running.done.then(() => Promise.reject(new Error("ordered to end")));
          const registered = Promise.race([running.registered.then(never), failed]);
          return { ...running, done: never(), registered };
        },
      };
    },
  },
  {
    id: "referee:does-not-end",
    fault: "Acknowledges SHUTDOWN_COMMAND and does not end.",
    inject: answerInstead("SHUTDOWN_COMMAND", (order, body) => {
      if (order.sender !== "league_manager") return undefined;
      const { protocol, timestamp, conversation_id } = order;
      const acknowledgement = {
        message_type: "SHUTDOWN_ACK",
        status: "ACKNOWLEDGED",
      };
      return resultReply(body, { protocol, timestamp, conversation_id, ...acknowledgement });
    }),
  },
  // Referees that have lost data after a restart.
  {
    id: "referee:loses-its-identity",
    fault: "Registers as a new agent when it is started again.",
    lasting: true,
    agent: (launch) => referenceAgent("referee")(launch),
  },
  {
    id: "referee:loses-its-results",
    fault: "Plays a match again that it had decided and not reported when it was killed.",
    lasting: true,
    agent: (launch, _, memory) => {
      memory.delete("journal");
      return referenceAgent("referee")(launch, memory);
    },
  },
  {
    id: "referee:leaves-open-matches",
    fault: "Acknowledges a match that was under way when it was killed, and does not play it.",
    lasting: true,
    agent: (launch, _, memory) => {
      memory.delete("journal");
      return referenceAgent("referee")(launch, memory);
    },
    inject: () =>
      answerInstead("RUN_MATCH", ({ match_id, conversation_id }, body, { launch }) =>
        launch.after === undefined
          ? undefined
          : resultReply(body, {
              message_type: "RUN_MATCH_ACK",
              match_id,
              conversation_id,
              status: "acknowledged",
            }),
      ),
  },
  {
    id: "referee:stops-after-a-technical-loss",
    fault: "Acknowledges the matches after a technical loss, and never plays them.",
    inject: () => {
      let stopped = false;
      return all(
        changeCall("MATCH_RESULT_REPORT", (report) => {
          stopped ||= valueAt(report, "/result/status") === "TECHNICAL_LOSS";
          return undefined;
        }),
        changeRequest("ROUND_ANNOUNCEMENT", (announcement) =>
          stopped ? { ...announcement, matches: [] } : undefined,
        ),
        answerInstead("RUN_MATCH", ({ match_id, protocol, timestamp, conversation_id }, body) =>
          stopped
            ? resultReply(body, {
                protocol,
                message_type: "RUN_MATCH_ACK",
                timestamp,
                conversation_id,
                match_id,
                status: "acknowledged",
              })
            : undefined,
        ),
      );
    },
  },
  {
    id: "referee:a-wins-when-both-are-right",
    fault: "Reports a draw in which both were right as a win of the first player.",
    inject: changeCall("MATCH_RESULT_REPORT", (report) => {
      const { result } = report;
      if (
        !isObject(result) ||
        result.status !== "DRAW" ||
        !isObject(result.details) ||
        !isObject(result.score)
      )
        return undefined;
      const { choices, number_parity } = result.details;
      const [first] = Object.keys(result.score);
      const right = isObject(choices) && Object.values(choices).every((choice) => choice === number_parity);
      return right && first !== undefined
        ? { ...report, result: { ...result, status: "WIN", winner: first } }
        : undefined;
    }),
  },
  {
    id: "referee:notifies-both-again",
    fault: "Sends GAME_OVER to both players again when one of them has not acknowledged it.",
    inject: () => {
      const repeats = new Map<unknown, () => void>();
      return onCall("GAME_OVER", async (send, body) => {
        const { match_id } = body.params as JsonObject;
        try {
          const reply = await send(body);
          repeats.set(match_id, () => void send({ ...body, id: "again" }).catch(() => undefined));
          return reply;
        } catch (error) {
          repeats.get(match_id)?.();
          throw error;
        }
      });
    },
  },
  {
    id: "referee:drops-the-queue-after-a-technical-loss",
    fault: "Drops the waiting matches when one ends in a technical loss.",
    inject: () => {
      const waiting = new Set<unknown>();
      const dropped = new Set<unknown>();
      return all(
        changeRequest("RUN_MATCH", ({ match_id }) => {
          waiting.add(match_id);
          return undefined;
        }),
        onCall("*", (send, body) => {
          const message = body.params as JsonObject;
          waiting.delete(message.match_id);
          if (valueAt(message, "/result/status") === "TECHNICAL_LOSS")
            for (const one of waiting) dropped.add(one);
          return dropped.has(message.match_id) ? never() : send(body);
        }),
      );
    },
  },
  {
    id: "referee:takes-a-corrected-choice-for-even",
    fault: "Publishes even for a player that has sent an invalid choice first, instead of its next choice.",
    inject: () => {
      const corrected = new Map<string, string>();
      return all(
        changeCall("GAME_ERROR", ({ error_code, match_id, affected_player }) => {
          if (error_code === "E004") corrected.set(String(match_id), String(affected_player));
          return undefined;
        }),
        changeEnding(({ matchId, choices, number, players }) => {
          const player = corrected.get(matchId);
          if (player === undefined || number === null) return undefined;
          const published: JsonObject = { ...choices, [player]: "even" };
          const [winner, other] = players.filter((id) => published[id] === parityOf(number));
          return winner !== undefined && other === undefined
            ? { choices: published, winner, status: "WIN" }
            : { choices: published, winner: null, status: "DRAW" };
        }),
      );
    },
  },
];
