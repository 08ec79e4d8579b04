/** The GAME_OVERs that every validator is asked about, as they come off the wire. */
import { message } from "../servers/exchange.ts";

/** This many of each, that no validator meets the same object at every call. */
const COPIES = 16;

type Change = (message: Mutable) => void;
type Mutable = Record<string, unknown> & { game_result: Record<string, unknown> };

/** Valid variations of the usual message: a draw, two technical losses, no token, an unknown field. */
const variations: readonly Change[] = [
  () => {},
  (message) => {
    message.game_result = {
      ...message.game_result,
      status: "DRAW",
      winner_player_id: null,
      choices: { P01: "even", P02: "even" },
    };
  },
  (message) => {
    message.game_result = {
      ...message.game_result,
      status: "TECHNICAL_LOSS",
      drawn_number: null,
      number_parity: null,
      choices: { P01: "even", P02: null },
    };
  },
  (message) => {
    delete message.auth_token;
    message.timestamp = "2025-12-20T10:00:13+00:00";
  },
  (message) => {
    message.trace_id = "af7651916cd43dd8448eb211c80319c";
  },
];

/** One fault each, somewhere else in the message. */
const faults: readonly Change[] = [
  (message) => delete message.match_id,
  (message) => delete message.game_result.winner_player_id,
  (message) => {
    message.protocol = "league.v1";
  },
  (message) => {
    message.sender = "unknown";
  },
  (message) => {
    message.timestamp = "2025-12-20T10:00:13+02:00";
  },
  (message) => {
    message.game_result.drawn_number = 11;
  },
  (message) => {
    message.game_result.status = "win";
  },
  (message) => {
    message.game_result.choices = { P01: "even", P02: "banana" };
  },
];

function changed(change: Change): unknown {
  const copy: Mutable = JSON.parse(JSON.stringify(message));
  change(copy);
  return JSON.parse(JSON.stringify(copy));
}

function copiesOf(changes: readonly Change[]): readonly unknown[] {
  return Array.from({ length: COPIES }, () => changes.map(changed)).flat();
}

export const valid = copiesOf(variations);
export const invalid = copiesOf(faults);
