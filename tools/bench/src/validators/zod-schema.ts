import * as z from "zod";
import { ID, SENDER, TIMESTAMP } from "./patterns.ts";

const id = z.string().regex(ID);
const parityOrNull = z.enum(["even", "odd"]).nullable();

/** GAME_OVER as a user of zod writes it. */
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
