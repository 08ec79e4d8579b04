/** Wrong code does not compile (architecture rules 6 and 8): the compiler checks this file with the types of the tests. */
import { gameJoinAck, gameOver, type Identity, type SignedIdentity } from "@league-v2/contract";
import { createAgent, createPlayer, type Handlers, partialHandlers } from "@league-v2/sdk";

declare const signed: SignedIdentity;
declare const unsigned: Identity;
declare const handlers: Handlers<"player">;
declare const others: Omit<Handlers<"player">, "choose_parity">;

const join = { match_id: "R1M1", player_id: "P01", arrival_timestamp: "2025-01-01T00:00:00Z" };
const game = { match_id: "R1M1", game_type: "even_odd" };
const result = {
  status: "DRAW",
  winner_player_id: null,
  drawn_number: 4,
  number_parity: "even",
  choices: { P01: "even", P02: "even" },
  reason: "Both right.",
} as const;
type ChooseParity = Handlers<"player">["choose_parity"];

export const right = [
  gameJoinAck(signed, { ...join, accept: true }),
  gameOver(signed, { ...game, game_result: result }),
  createAgent("player", "player:x", () => handlers),
  createAgent("player", "player:x", () => partialHandlers("player", { shutdown: handlers.shutdown })),
  createPlayer({
    displayName: "A",
    choose: ({ opponent }) => (opponent.lastChoice === "even" ? "odd" : "even"),
  }),
  createPlayer({ displayName: "A", choose: async ({ signal }) => (signal.aborted ? "odd" : "even") }),
];

export const wrongMessages = [
  // @ts-expect-error 'accept' is missing
  gameJoinAck(signed, { ...join }),
  // @ts-expect-error 'mood' does not exist
  gameJoinAck(signed, { ...join, accept: true, mood: "good" }),
  // @ts-expect-error 'undefined' is not a boolean
  gameJoinAck(signed, { ...join, accept: undefined }),
  // @ts-expect-error an identity without a token
  gameJoinAck(unsigned, { ...join, accept: true }),
  // @ts-expect-error "TIE" is not a status
  gameOver(signed, { ...game, game_result: { ...result, status: "TIE" } }),
  // @ts-expect-error 'note' does not exist
  gameOver(signed, { ...game, game_result: { ...result, note: "x" } }),
];

// @ts-expect-error 'choose_parity' is missing
export const incomplete = createAgent("player", "player:x", () => ({ ...others }));
// @ts-expect-error the reply of another method
export const wrongReply: ChooseParity = (_call, context) => handlers.shutdown({} as never, context as never);
// @ts-expect-error no reply
export const noReply: ChooseParity = () => {};
// @ts-expect-error "EVEN" is not a parity
export const wrongValue: ChooseParity = (call, { reply }) => reply(call, { parity_choice: "EVEN" });
// @ts-expect-error 'choice' does not exist
export const wrongField: ChooseParity = (call, { reply }) => reply(call, { parity_choice: call.choice });
// @ts-expect-error 'run_match' is a method of referees
export const wrongRole = partialHandlers("player", { run_match: () => null });
// @ts-expect-error "banana" is not a parity
export const wrongChoice = createPlayer({ displayName: "A", choose: () => "banana" });
// @ts-expect-error 'choose' is missing
export const noStrategy = createPlayer({ displayName: "A" });
