/** What each operation of a row of `faults/*.yaml` does to a message. */
import { expect, test } from "vitest";
import { simulatedEnvironment } from "../environment/simulated-environment.js";
import type { JsonObject } from "../json/scan.js";
import { type HttpReply, type IncomingReply, seededRandom } from "../sdk.js";
import type { FaultPart, FaultRow } from "./fault-row.js";
import { mutantOf } from "./interpret.js";
import { loadMutants } from "./registry.js";

const { clock } = simulatedEnvironment(1);

function injected(role: "player" | "referee" | "manager", part: FaultPart) {
  const { inject } = mutantOf({ id: `${role}:tried`, text: "", breaks: [], ...part } as FaultRow);
  const crashes: Error[] = [];
  const launch = { name: "alpha", port: 1, league: "http://127.0.0.1:1/mcp" };
  const tools = {
    clock,
    random: seededRandom("1"),
    launch,
    print: () => 0,
    crash: (e: Error) => crashes.push(e),
  };
  return { fault: typeof inject === "function" ? inject() : (inject ?? {}), tools, crashes };
}

/** The answers to requests of the same player, which acknowledges everything, with such a fault. */
async function answers(part: FaultPart, ...messages: readonly JsonObject[]): Promise<unknown[]> {
  const { fault, tools } = injected("player", part);
  const inner = async ({ body }: { body: string | Uint8Array }): Promise<HttpReply> => {
    const { id, params } = JSON.parse(String(body)) as { id: number; params: JsonObject };
    const { match_id, seen = "nothing" } = params;
    const result = { message_type: "ACK", match_id, player_id: "P01", seen };
    return { status: 200, headers: {}, body: JSON.stringify({ jsonrpc: "2.0", id, result }) };
  };
  const handle = fault.handler?.(inner, tools) ?? inner;
  const shown: unknown[] = [];
  for (const params of messages) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "m", params });
    const reply = await handle({ method: "POST", path: "/mcp", contentType: "application/json", body });
    const { result, error } = JSON.parse(reply.body) as JsonObject;
    shown.push(result ?? error);
  }
  return shown;
}

const invitation = {
  message_type: "GAME_INVITATION",
  match_id: "R1M1",
  conversation_id: "c1",
  sender: "referee:REF01",
};
const call = { ...invitation, message_type: "CHOOSE_PARITY_CALL", conversation_id: "c2" };
const other = { ...call, match_id: "R1M2" };
const joined = { message_type: "ACK", match_id: "R1M1", player_id: "P01", seen: "nothing" };

test.each<[FaultPart, JsonObject[], unknown[]]>([
  [{ on: "GAME_JOIN_ACK", set: { "/seen": 7 } }, [invitation, call], [{ ...joined, seen: 7 }, joined]],
  [
    { on: "GAME_INVITATION", set: { "/seen": { text: "{/match_id}!" } } },
    [invitation],
    [{ ...joined, seen: "R1M1!" }],
  ],
  [{ on: "answers", remove: ["/seen", "/player_id"] }, [call], [{ message_type: "ACK", match_id: "R1M1" }]],
  [
    { on: "GAME_INVITATION", answer: { error: -32_601 } },
    [invitation],
    [{ code: -32_601, message: "Method not found" }],
  ],
  [
    { on: "GAME_JOIN_ACK", when: { nth: "2+", per: "/match_id" }, set: { "/seen": 1 } },
    [invitation, { ...invitation, match_id: "R1M2" }, invitation],
    [joined, { ...joined, match_id: "R1M2" }, { ...joined, seen: 1 }],
  ],
  [
    {
      on: "CHOOSE_PARITY_RESPONSE",
      when: { after: { on: "GAME_INVITATION", same: "/match_id" } },
      set: { "/seen": 1 },
    },
    [call, invitation, other, call],
    [joined, joined, { ...joined, match_id: "R1M2" }, { ...joined, seen: 1 }],
  ],
  [
    {
      on: "CHOOSE_PARITY_RESPONSE",
      when: { before: { on: "GAME_INVITATION", until: "GAME_OVER" } },
      set: { "/seen": 1 },
    },
    [invitation, call, { ...call, message_type: "GAME_OVER" }, call],
    [joined, joined, joined, { ...joined, seen: 1 }],
  ],
  [
    {
      on: "CHOOSE_PARITY_CALL",
      set: { "/seen": { last: { on: "GAME_INVITATION", at: "/conversation_id" } } },
    },
    [call, invitation, call],
    [joined, joined, { ...joined, seen: "c1" }],
  ],
  [
    {
      on: "CHOOSE_PARITY_CALL",
      when: {
        "/list/*/id": { has: "/match_id" },
        "/match_id": { startsWith: { text: "R{/list/0/round}M" } },
      },
      answer: { result: { from: "/list/-1" } },
    },
    [{ ...call, list: [{ id: "R1M1", round: 1 }, { id: "x" }] }],
    [{ id: "x" }],
  ],
])("%j", async (part, messages, shown) => {
  expect(await answers(part, ...messages)).toEqual(shown);
});

/** What a referee with such a fault sends, and what it gets. */
async function sent(part: FaultPart, ...messages: readonly JsonObject[]) {
  const { fault, tools, crashes } = injected("referee", part);
  const bodies: JsonObject[] = [];
  const inner = {
    send: async ({ body }: { body: string }): Promise<IncomingReply> => {
      bodies.push((JSON.parse(body) as { params: JsonObject }).params);
      return { status: 200, contentType: "application/json", body: '{"jsonrpc":"2.0","id":1,"result":{}}' };
    },
  };
  const transport = fault.transport?.(inner, tools) ?? inner;
  const got: unknown[] = [];
  for (const params of messages) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "m", params });
    const { signal } = new AbortController();
    const reply = await transport.send({ url: "http://127.0.0.1:2/mcp", body, signal }).catch(String);
    got.push(typeof reply === "string" ? reply : (JSON.parse(reply.body) as JsonObject).result);
  }
  return { bodies, got, crashes: crashes.length };
}

const over = {
  message_type: "GAME_OVER",
  game_result: {
    status: "WIN",
    winner_player_id: "P01",
    drawn_number: 8,
    choices: { P01: "even", P02: "odd" },
  },
};

test("a call is changed, repeated, dropped, given up, or ends the process", async () => {
  expect(await sent({ on: "GAME_OVER", set: { "/game_result/status": "DRAW" } }, over)).toMatchObject({
    bodies: [{ game_result: { status: "DRAW", drawn_number: 8 } }],
  });
  expect((await sent({ on: "GAME_OVER", repeat: true }, over, call)).bodies).toEqual([over, over, call]);
  expect(await sent({ on: "GAME_OVER", drop: true }, over)).toMatchObject({
    bodies: [],
    got: [{ message_type: "GAME_OVER_ACK", status: "ACKNOWLEDGED" }],
  });
  expect((await sent({ on: "GAME_OVER", answer: "unreachable" }, over)).got).toEqual([
    "TransportError: it is not there",
  ]);
  expect((await sent({ on: "GAME_OVER_ACK", crash: true }, over)).crashes).toBe(1);
  expect((await sent({ on: "GAME_OVER_ACK", set: { "/seen": 1 } }, over)).got).toEqual([{ seen: 1 }]);
});

test("a result of a match is changed in GAME_OVER with all that follows from it", async () => {
  const part = {
    on: "result of a match",
    when: { "/parity": "even" },
    set: { "/winner": { from: "/loser" }, "/number": 7 },
  };
  expect((await sent(part, over)).bodies).toMatchObject([
    { game_result: { winner_player_id: "P02", drawn_number: 7, number_parity: "odd" } },
  ]);
});

test("timers of one duration run for another one", () => {
  const { fault, tools } = injected("player", {
    timers: { "deadline of GAME_OVER": "deadline of GAME_OVER * 2" },
  });
  const asked: number[] = [];
  const inner = { now: () => 0, after: (ms: number) => ({ cancel: () => asked.push(ms) }) };
  for (const ms of [10_000, 5_000])
    fault
      .clock?.(inner, tools)
      .after(ms, () => undefined)
      .cancel();
  expect(asked).toEqual([20_000, 5_000]);
});

test("every row can be injected; an unknown message, place, operation or duration is refused", async () => {
  for (const { inject } of await loadMutants()) if (typeof inject === "function") inject();
  const refused: [FaultPart, RegExp][] = [
    [{ on: "GAME_OVR" }, /"GAME_OVR"/],
    [{ on: "GAME_OVER", when: { "mine/x": 1 } }, /"mine\/x"/],
    [{ on: "GAME_OVER", sets: {} } as FaultPart, /"sets"/],
    [{ on: "GAME_OVER", drop: true, whn: {} } as FaultPart, /"whn"/],
  ];
  for (const [part, why] of refused) expect(() => injected("player", part)).toThrow(why);
});
