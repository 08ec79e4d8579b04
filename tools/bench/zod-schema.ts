/** GAME_OVER as a user of zod writes it, in a file of its own so that its bundle can be measured. */
import * as z from "zod";

export const SENDER = /^(league_manager|operator|(referee|player|operator):[^\s]+)$/;
export const TIMESTAMP =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(([01]\d|2[0-3]):[0-5]\d:[0-5]\d|23:59:60)(\.\d+)?(Z|\+00:00)$/;
export const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

const id = z.string().regex(ID);
const parityOrNull = z.enum(["even", "odd"]).nullable();

export const gameOverSchema = z.object({
  protocol: z.literal("league.v2"),
  message_type: z.literal("GAME_OVER"),
  sender: z.string().regex(SENDER),
  timestamp: z.string().regex(TIMESTAMP),
  conversation_id: z.string().min(1),
  auth_token: z.string().min(1).nullish(),
  match_id: id,
  game_type: z.string(),
  game_result: z.object({
    status: z.enum(["WIN", "DRAW", "TECHNICAL_LOSS"]),
    winner_player_id: id.nullable(),
    drawn_number: z.int().min(1).max(10).nullable(),
    number_parity: parityOrNull,
    choices: z.record(z.string(), parityOrNull),
    reason: z.string(),
  }),
});
