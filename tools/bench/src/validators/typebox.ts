import { Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { Contender } from "./contender.ts";
import { ID, SENDER, TIMESTAMP } from "./patterns.ts";

const id = Type.RegExp(ID);
const parityOrNull = Type.Union([Type.Literal("even"), Type.Literal("odd"), Type.Null()]);

const gameOver = Type.Object({
  protocol: Type.Literal("league.v2"),
  message_type: Type.Literal("GAME_OVER"),
  sender: Type.RegExp(SENDER),
  timestamp: Type.RegExp(TIMESTAMP),
  conversation_id: Type.String({ minLength: 1 }),
  auth_token: Type.Optional(Type.Union([Type.String({ minLength: 1 }), Type.Null()])),
  match_id: id,
  game_type: Type.String(),
  game_result: Type.Object({
    status: Type.Union([Type.Literal("WIN"), Type.Literal("DRAW"), Type.Literal("TECHNICAL_LOSS")]),
    winner_player_id: Type.Union([id, Type.Null()]),
    drawn_number: Type.Union([Type.Integer({ minimum: 1, maximum: 10 }), Type.Null()]),
    number_parity: parityOrNull,
    choices: Type.Record(Type.String(), parityOrNull),
    reason: Type.String(),
  }),
});

const compiled = TypeCompiler.Compile(gameOver);

/** Compiled when the program starts, for which it needs code generation from strings. */
export const typebox: Contender = {
  name: "TypeBox 0.34, compiled",
  remark: "says yes or no, stops at the first fault",
  accepted(messages, times) {
    let count = 0;
    for (let time = 0; time < times; time++)
      for (const message of messages) if (compiled.Check(message)) count++;
    return count;
  },
};
