/** Players that keep their id from before the registration, although another player has it. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "./agents.js";
import {
  type Body,
  bodyOf,
  type PlayerHabits,
  rpcError,
  rpcResult,
  WildPlayer,
} from "./peers/wild-player.js";

const league = urlOf(8000);
const now = "2025-12-20T10:00:00Z";

/** Reads its messages in `params.message`, and signs with the id of its configuration. */
function keepsItsConfiguredId(received: Body[]): PlayerHabits {
  const says = (id: string, message_type: string, members: Body) => ({
    protocol: "league.v2",
    ...{ message_type, sender: `player:${id}`, timestamp: now, conversation_id: "conv-own", ...members },
  });
  return {
    name: "keeps-its-configured-id",
    registration: ({ id, name, url }) => ({
      ...{ jsonrpc: "2.0", id: 1, method: "handle_message" },
      params: {
        message: says(id, "LEAGUE_REGISTER_REQUEST", {
          player_meta: {
            display_name: name,
            version: "1.0.0",
            game_types: ["even_odd"],
            contact_endpoint: url,
          },
        }),
      },
    }),
    joined: (answer, { id }) => {
      const { status, auth_token } = bodyOf(answer.result);
      return status === "ACCEPTED" ? { id, token: String(auth_token) } : undefined;
    },
    answer: ({ params, id }, me) => {
      const message = bodyOf(bodyOf(params).message);
      const { message_type, match_id, conversation_id } = message;
      received.push(message);
      const own = { match_id, conversation_id, player_id: me.id };
      if (message_type === "GAME_INVITATION") {
        const accepted = { ...own, accept: true, arrival_timestamp: now };
        return rpcResult(id, says(me.id, "GAME_JOIN_ACK", accepted));
      }
      if (message_type === "CHOOSE_PARITY_CALL") {
        const choice = { ...own, parity_choice: me.choice };
        return rpcResult(id, says(me.id, "CHOOSE_PARITY_RESPONSE", choice));
      }
      return rpcResult(id, says(me.id, "ACK", { conversation_id }));
    },
  };
}

/** Has a number as its id, and refuses messages with another id. */
function numbersItself(received: Body[]): PlayerHabits {
  return {
    name: "numbers-itself",
    registration: ({ name, url }) => ({
      ...{ jsonrpc: "2.0", id: 1, method: "register_player" },
      params: { player_id: 7, name, endpoint: url },
    }),
    joined: (answer) => {
      const { status, auth_token } = bodyOf(answer.result);
      return status === "ACCEPTED" ? { id: "7", token: String(auth_token) } : undefined;
    },
    answer: ({ params, method, id }, me) => {
      const { match_id, player_id, message_type, ...message } = bodyOf(params);
      if (received.length > 0 && player_id !== undefined && player_id !== 7)
        return rpcError(id, -32_602, "player_id must be an integer");
      const answers: Record<string, Body> = {
        handle_game_invitation: { match_id, player_id: 7, accept: true },
        choose_parity: { match_id, player_id: 7, choice: me.choice },
        notify_match_result: { player_id: 7, status: "ACK" },
      };
      const answer = answers[String(method)];
      if (answer === undefined) return rpcError(id, -32_601, "Method not found");
      received.push({ match_id, player_id, message_type, ...message });
      return rpcResult(id, answer);
    },
  };
}

async function playAgainstTheOwner(makeHabits = keepsItsConfiguredId) {
  const platform = new SimulatedPlatform();
  const records: MatchRecord[] = [];
  const received: Body[] = [];
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch }), 8001, league);
  const owner = platform.connect(createPlayer({ displayName: "Owner", choose: () => "odd" }), 8101, league);
  await platform.clock.run(Promise.all([referee.registered, owner.registered]));
  const me = { name: "Keeper", url: urlOf(8102), choice: "even" } as const;
  const keeper = new WildPlayer(makeHabits(received), me, "P01");
  platform.network.attach(me.url, keeper.handle);
  await keeper.register(platform.network, league);
  await platform.clock.run(manager.ended);
  await Promise.all([manager, referee, owner].map((agent) => agent.close()));
  return { record: records[0], received };
}

it("a player that keeps the id of its opponent plays with its own choice, and gets the result under its own id", async () => {
  const { record, received } = await playAgainstTheOwner();
  expect(record?.outcome.choices).toEqual({ P01: "odd", P02: "even" });
  expect(record?.outcome.status).not.toBe("TECHNICAL_LOSS");
  const question = received.find(({ message_type }) => message_type === "CHOOSE_PARITY_CALL");
  expect(question).toMatchObject({ player_id: "P01", context: { opponent_id: "P02" } });
  const over = received.filter(({ message_type }) => message_type === "GAME_OVER");
  expect(over.map(({ game_result }) => bodyOf(game_result).choices)).toEqual([{ P01: "even", P02: "odd" }]);
});

it("a player with a number as its id gets it as a number, and plays", async () => {
  const { record, received } = await playAgainstTheOwner(numbersItself);
  expect(record?.outcome.choices).toEqual({ P01: "odd", P02: "even" });
  expect(record?.outcome.status).not.toBe("TECHNICAL_LOSS");
  const question = received.find(({ message_type }) => message_type === "CHOOSE_PARITY_CALL");
  expect(question).toMatchObject({ player_id: 7, context: { opponent_id: "P01", round_id: 1 } });
  const over = received.filter(({ message_type }) => message_type === "GAME_OVER");
  expect(over.map(({ game_result }) => bodyOf(game_result).choices)).toEqual([{ P01: "odd", 7: "even" }]);
});
