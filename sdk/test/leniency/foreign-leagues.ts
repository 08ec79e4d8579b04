/** Our agents in leagues of another form. */
import { createReferee } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { type Body, bodyOf, rpcResult } from "../wire/wild/wild-player.js";
import { type Asked, ask, askPlayer, rpc } from "./ask.js";
import { both, type Case, type Cases } from "./cases.js";
import { content, envelope, invitation, over, question } from "./messages.js";

const whole = { auth_token: "t".repeat(32), league_id: "L1", reason: null };
const noToken = { auth_token: undefined };
const withOffset = "2025-12-20T10:00:00+00:00";
const unsigned = { ...noToken, timestamp: withOffset };
/** An acceptance of which only the form is its own. */
const oddAcceptance = {
  ...whole,
  conversation_id: undefined,
  timestamp: `${withOffset}Z`,
  reason: undefined,
};

/** Whether our player accepts the last of these; a strict player joins no league that gives it no token. */
const player = (given: Body, ...requests: readonly Asked[]): Case =>
  both(async (strict) => {
    const { answers } = await askPlayer(strict, requests, strict ? { ...whole, ...given } : given);
    return answers.at(-1)?.isAccepted === true;
  });

/** Whether our referee, in a league without tokens, reads the choices of two players that answer with few words. */
const directMatch = both(async (strict) => {
  const platform = new SimulatedPlatform();
  const answers: Readonly<Record<string, Body>> = {
    handle_game_invitation: { accepted: true },
    choose_parity: { choice: "even" },
  };
  const players = [8101, 8102].map(urlOf);
  for (const url of players)
    platform.network.attach(url, async ({ body }) => {
      const { id, method } = bodyOf(JSON.parse(String(body)));
      const reply = rpcResult(id, answers[String(method)] ?? { ok: true });
      return { status: 200, headers: {}, body: JSON.stringify(reply.body) };
    });
  const referee = platform.connect(createReferee({ displayName: "Solomon", strict }), 8001);
  const [player1, player2] = players.map((endpoint, index) => ({
    ...{ display_name: `p${index}`, version: "1.0.0", endpoint },
  }));
  const { said } = await ask(platform, 8001, rpc("run_match", { match_id: "D1", player1, player2 }));
  await referee.close();
  return said.player1_choice === "even" && said.player2_choice === "even";
});

const invited = rpc("game_invitation", invitation(noToken));

export const foreignLeagues: Cases = {
  "short answers in a direct match": directMatch,
  "a documents' name in a league of another form": player(
    {},
    rpc("handle_game_invitation", {
      ...{ ...envelope, message_type: "GAME_INVITATION", bearing: "R1M1" },
      ...{ opponent_id: "P02", role_in_match: "PLAYER_A" },
    }),
  ),
  "numbers as ids": player(
    { player_id: 7 },
    rpc("invite", { ...envelope, message_type: "GAME_INVITATION", ...content, match_id: 12, opponent_id: 8 }),
  ),
  "a call under another id": player(
    {},
    invited,
    rpc("choose_parity_call", question({ ...noToken, player_id: "P07" })),
  ),
  "a result without a reason": player(
    {},
    invited,
    rpc(
      "game_over",
      over(noToken, {
        status: "TECHNICAL_LOSS",
        drawn_number: 0,
        reason: undefined,
        choices: { P01: "odd", P02: "NO_RESPONSE" },
      }),
    ),
  ),
  "a result without a sender": player(
    oddAcceptance,
    rpc("handle_game_invitation", invitation(unsigned)),
    rpc("choose_parity", question({ ...unsigned, deadline: withOffset })),
    rpc("notify_match_result", {
      ...{ match_id: "R1M1", winner_id: "P01", drawn_number: 7, choices: { P01: "odd", P02: "even" } },
    }),
  ),
};
