/** Wrong code does not compile, and the compiler's message names the error (architecture rules 6 and 8). */
import { describe, expect, it, test } from "vitest";
import { compile } from "./compile.js";

const imports = `
  import { gameJoinAck, gameOver, type SignedIdentity, type Identity } from "@league-v2/contract";
  import { createAgent, createPlayer, partialHandlers } from "@league-v2/sdk";
  declare const signed: SignedIdentity;
  declare const unsigned: Identity;
`;

/** All handlers of a player, each with a valid answer. */
const handlers: Record<string, string> = {
  notify_round: "(round, { reply }) => reply(round, { player_id: 'P01' })",
  handle_game_invitation:
    "(call, { reply, now }) => reply(call, { player_id: 'P01', arrival_timestamp: now(), accept: true })",
  choose_parity: "async (call, { reply }) => reply(call, { parity_choice: 'even' })",
  notify_match_result: "(over, { reply }) => reply(over, { player_id: 'P01', status: 'ACKNOWLEDGED' })",
  notify_game_error: "(error, { reply }) => reply(error, { player_id: 'P01', status: 'ACKNOWLEDGED' })",
  update_standings: "(update, { reply }) => reply(update, { player_id: 'P01', status: 'ACKNOWLEDGED' })",
  notify_round_completed: "(round, { reply }) => reply(round, { player_id: 'P01', status: 'ACKNOWLEDGED' })",
  notify_league_completed: "(end, { reply }) => reply(end, { player_id: 'P01', status: 'ACKNOWLEDGED' })",
  notify_league_error: "(error, { reply }) => reply(error, { player_id: 'P01', status: 'ACKNOWLEDGED' })",
  shutdown: "(order, { reply }) => reply(order, { player_id: 'P01', status: 'ACKNOWLEDGED' })",
  get_player_state:
    "(query, { reply }) => reply(query, { player_id: 'P01', display_name: 'X', state: 'REGISTERED', match_id: null, statistics: { played: 0, wins: 0, draws: 0, losses: 0, technical_losses: 0, points: 0 } })",
};

function agent(change: Record<string, string | undefined> = {}): string {
  const rows = Object.entries({ ...handlers, ...change })
    .filter(([, handler]) => handler !== undefined)
    .map(([name, handler]) => `${name}: ${handler},`);
  return `${imports} createAgent("player", "player:x", () => ({ ${rows.join("\n")} }));`;
}

const join = "match_id: 'R1M1', player_id: 'P01', arrival_timestamp: '2025-01-01T00:00:00Z'";
const overFields = "match_id: 'R1M1', game_type: 'even_odd'";
const result = `game_result: { status: 'DRAW', winner_player_id: null, drawn_number: 4, number_parity: 'even',
  choices: { P01: 'even', P02: 'even' }, reason: 'Both right.' }`;

/** Snippets that must compile. */
const right: Record<string, string> = {
  "a whole message": `${imports} gameJoinAck(signed, { ${join}, accept: true });`,
  "a message with a nested result": `${imports} gameOver(signed, { ${overFields}, ${result} });`,
  "an agent with all handlers": agent(),
  "an agent with one handler, by partialHandlers()": `${imports}
    createAgent("player", "player:x", () => partialHandlers("player", { shutdown: ${handlers.shutdown} }));`,
  "a player": `${imports}
    createPlayer({ displayName: "A", choose: ({ opponent }) => (opponent.lastChoice === "even" ? "odd" : "even") });`,
  "a player with an asynchronous strategy": `${imports}
    createPlayer({ displayName: "A", choose: async ({ signal }) => (signal.aborted ? "odd" : "even") });`,
};

/** Snippets that must not compile, with the expected messages of the compiler. */
const wrong: Record<string, [string, RegExp]> = {
  "a message without a field": [`${imports} gameJoinAck(signed, { ${join} });`, /'accept' is missing/],
  "a message with an unknown field": [
    `${imports} gameJoinAck(signed, { ${join}, accept: true, mood: 'good' });`,
    /'mood' does not exist/,
  ],
  "a field that is undefined": [
    `${imports} gameJoinAck(signed, { ${join}, accept: undefined });`,
    /'undefined' is not assignable to type 'boolean'/,
  ],
  "a message that is not signed": [
    `${imports} gameJoinAck(unsigned, { ${join}, accept: true });`,
    /auth_token/,
  ],
  "a misspelt value": [
    `${imports} gameOver(signed, { ${overFields}, ${result.replace("'DRAW'", "'TIE'")} });`,
    /"TIE"/,
  ],
  "an unknown nested field": [
    `${imports} gameOver(signed, { ${overFields}, ${result.replace("reason:", "note: 'x', reason:")} });`,
    /'note' does not exist/,
  ],
  "an agent without one handler": [agent({ choose_parity: undefined }), /'choose_parity' is missing/],
  "an agent without two handlers": [
    agent({ choose_parity: undefined, shutdown: undefined }),
    /missing the following properties.*: choose_parity, shutdown/s,
  ],
  "a handler that answers with another message": [
    agent({ choose_parity: `(call, { reply }) => ${handlers.handle_game_invitation?.split("=>")[1]}` }),
    /parity_choice|GAME_JOIN_ACK|ChooseParityResponse/,
  ],
  "a handler that answers with nothing": [agent({ choose_parity: "() => {}" }), /ChooseParityResponse/],
  "a handler that answers with a wrong value": [
    agent({ choose_parity: "(call, { reply }) => reply(call, { parity_choice: 'EVEN' })" }),
    /"EVEN"/,
  ],
  "a handler that reads a field that is not there": [
    agent({ choose_parity: "(call, { reply }) => reply(call, { parity_choice: call.choice })" }),
    /'choice' does not exist/,
  ],
  "a partialHandlers() with a handler of another role": [
    `${imports} createAgent("player", "player:x", () => partialHandlers("player", { run_match: () => null }));`,
    /'run_match' does not exist/,
  ],
  "a strategy that chooses something else": [
    `${imports} createPlayer({ displayName: "A", choose: () => "banana" });`,
    /"banana"/,
  ],
  "a player without a strategy": [`${imports} createPlayer({ displayName: "A" });`, /'choose' is missing/],
};

const handlersOfPlayer = `
  import type { Handlers } from "@league-v2/sdk";
  export type Subject = Handlers<"player">;
`;

const { messages, declarations } = compile({
  ...right,
  handlersOfPlayer,
  ...Object.fromEntries(Object.entries(wrong).map(([name, [code]]) => [name, code])),
});

describe("compiles:", () => {
  it.each(Object.keys(right))("%s", (name) => {
    expect(messages.get(name)).toBe("");
  });
});

describe("does not compile, with this message:", () => {
  it.each(Object.entries(wrong))("%s", (name, [, words]) => {
    expect(messages.get(name)).toMatch(words);
  });
});

test("go-to-definition leads from a handler to the row of its method, and back", () => {
  expect(declarations("handlersOfPlayer", "choose_parity")).toEqual(["choose_parity: chooseParityMethod"]);
});
