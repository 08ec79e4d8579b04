/** Observed behaviour of agents of other projects: each fault gets its verdict, and correct behaviour fails no MUST. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import {
  all,
  answerInstead,
  changeReply,
  changeReplyBody,
  jsonReply,
  onCall,
  resultReply,
} from "../mutants/fault-injection.js";
import type { Mutant } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import { tryMutant } from "./trial.js";

const checks = await loadChecks();

/** The verdicts of these checks on the reference player with this fault. */
async function verdictsOf(
  ids: readonly string[],
  inject: Mutant["inject"],
  wire = "canonical",
): Promise<string[]> {
  const agent: Mutant = {
    id: "player:of-another-project",
    fault: "",
    ...(inject === undefined ? {} : { inject }),
  };
  const chosen = checks.filter(({ check }) => ids.includes(check.id));
  const results = await tryMutant(agent, "player", { seed: 1, wire, checks: chosen });
  return [...results.values()].map(({ id, verdict, clause }) => `${id} ${verdict} ${clause.join(" ")}`);
}

function requestIn(body: Uint8Array | string): JsonObject {
  try {
    const value: unknown = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The refusal of a web framework whose model is violated. */
const unprocessable = () => jsonReply({ detail: "value is not valid" }, 422);

const KEEPS = "player/choice/keeps-its-choice";

test("a choice in a member with another name is compared: even, even, even, odd is not kept", async () => {
  const changing = () => {
    const asked = new Map<unknown, number>();
    return changeReply("CHOOSE_PARITY_CALL", ({ parity_choice: _, ...choice }) => {
      const count = (asked.get(choice.match_id) ?? 0) + 1;
      asked.set(choice.match_id, count);
      return { ...choice, choice: count === 4 ? "odd" : "even" };
    });
  };
  expect(await verdictsOf([KEEPS], changing)).toEqual([`${KEEPS} warn PLY-CHOICE-08`]);
});

test("two missing choices are not compared as a kept choice", async () => {
  const silent = changeReply("CHOOSE_PARITY_CALL", ({ parity_choice: _, ...choice }) => choice);
  expect(await verdictsOf([KEEPS], silent)).toEqual([`${KEEPS} not-exercised PLY-CHOICE-08`]);
});

test("a player that refuses every id which is a string fails TRN-ID-01", async () => {
  const numbersOnly: FaultInjection = {
    handler: (inner) => async (http) =>
      typeof requestIn(http.body).id === "string" ? unprocessable() : inner(http),
  };
  expect(await verdictsOf(["transport/id/echoed"], numbersOnly)).toEqual([
    "transport/id/echoed fail TRN-ID-01",
  ]);
});

test("HTTP 422 is no JSON-RPC error, for any fault of the body", async () => {
  const ids = ["empty", "spaces", "truncated", "trailing", "single-quotes", "null", "scalar"].map(
    (name) => `transport/hostile/${name}`,
  );
  const strict: FaultInjection = {
    handler: (inner) => async (http) => {
      const reply = await inner(http);
      const { error } = requestIn(reply.body);
      return isObject(error) && [-32_700, -32_600].includes(Number(error.code)) ? unprocessable() : reply;
    },
  };
  const verdicts = await verdictsOf([...ids, "transport/error/parse-error"], strict);
  expect(verdicts.filter((one) => !one.includes(" fail "))).toEqual([]);
  expect(verdicts).toHaveLength(ids.length + 1);
});

test("a parser that accepts NaN returns it as the id, and the answer is no JSON", async () => {
  const lenient: FaultInjection = {
    handler: (inner) => async (http) => {
      const text = typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body);
      if (!text.includes('"id":NaN')) return inner(http);
      const reply = await inner({ ...http, body: text.replaceAll("NaN", "77") });
      return { ...reply, body: reply.body.replace('"id":77', '"id":NaN') };
    },
  };
  const ids = ["transport/hostile/nan", "transport/json/one-text"];
  expect(await verdictsOf(ids, lenient)).toContain("transport/json/one-text fail TRN-JSON-01");
});

test("a player that answers with wrong ids is still judged by the other clauses", async () => {
  const wrong = changeReplyBody("*", (body) => ({ ...body, id: 99 }));
  const ids = ["transport/error/parse-error", "transport/id/echoed", "transport/response/unknown-method"];
  expect(await verdictsOf(ids, wrong)).toEqual([
    "transport/response/unknown-method pass TRN-RPC-04",
    "transport/id/echoed fail TRN-ID-01",
    "transport/error/parse-error pass TRN-ERR-01",
  ]);
});

const ANNOUNCED = [
  "player/acknowledgement/league-completed",
  "player/acknowledgement/round-announcement",
  "player/acknowledgement/round-completed",
  "player/acknowledgement/standings",
];

const WITHOUT_SOURCE = [
  "notify_round",
  "update_standings",
  "notify_round_completed",
  "notify_league_completed",
];

/** A player that supports these messages under these names, and not under those of D01. */
function withNames(nameOf: (type: string) => string): FaultInjection {
  return {
    handler: (inner) => async (http) => {
      const request = requestIn(http.body);
      if (WITHOUT_SOURCE.includes(String(request.method)))
        return jsonReply({
          jsonrpc: "2.0",
          id: request.id,
          error: { code: -32_601, message: "Method not found" },
        });
      const type = isObject(request.params) ? String(request.params.message_type) : "";
      return request.method === nameOf(type) ? resultReply(request, { status: "ok" }) : inner(http);
    },
  };
}

test("a player that supports the messages under their own names, and not those of D01, fails no MUST", async () => {
  const others = withNames((type) => type.toLowerCase());
  const verdicts = await verdictsOf([...ANNOUNCED, "player/session/random-sequences"], others);
  expect(verdicts).toEqual([
    ...ANNOUNCED.map((id) => `${id} warn PLY-ACK-04`),
    "player/session/random-sequences pass PLY-ERR-03 PLY-JOIN-07 PLY-CHOICE-07",
  ]);
});

test.each([
  ["under their own names, in another form", "loose", (type: string) => type.toLowerCase()],
  [
    "with the words of the names of D01 exchanged",
    "canonical",
    (type: string) => (type === "LEAGUE_STANDINGS_UPDATE" ? "standings_update" : type.toLowerCase()),
  ],
] as const)("a player that supports the messages %s, fails no MUST", async (_what, wire, nameOf) => {
  const verdicts = await verdictsOf(ANNOUNCED, withNames(nameOf), wire);
  expect(verdicts).toEqual(ANNOUNCED.map((id) => `${id} warn PLY-ACK-04`));
});

test("a status that says that the message is unknown is no acknowledgement", async () => {
  const types = ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "LEAGUE_COMPLETED"];
  const unknown = all(
    ...types.map((type) =>
      answerInstead(type, (_, body) => resultReply(body, { status: "unknown_message_type" })),
    ),
  );
  const verdicts = await verdictsOf(ANNOUNCED, unknown);
  expect(verdicts.filter((one) => !one.includes(" fail "))).toEqual([]);
});

test("a player that tries again after silence, and not after a broken connection, does not fail PLY-REG-04", async () => {
  const id = "player/registration/tries-again";
  const givesUp = onCall("LEAGUE_REGISTER_REQUEST", (send, body) =>
    send(body).catch((error: unknown) => {
      if (error instanceof Error && "kind" in error && error.kind === "aborted") throw error;
      const { protocol, timestamp, conversation_id } = isObject(body.params) ? body.params : {};
      const rejection = { message_type: "LEAGUE_REGISTER_RESPONSE", status: "REJECTED", reason: "gone" };
      const result = { protocol, sender: "league_manager", timestamp, conversation_id, ...rejection };
      return {
        status: 200,
        contentType: "application/json",
        body: JSON.stringify({ jsonrpc: "2.0", id: body.id, result }),
      };
    }),
  );
  expect(await verdictsOf([id], givesUp)).toEqual([`${id} warn PLY-REG-05`]);
});

test("a player of one match at a time receives each invalid message after its match is over", async () => {
  const ids = ["choose-parity-call", "game-invitation", "game-over"].map((type) => `player/negative/${type}`);
  const known = await loadMutants();
  const single = known.find(({ id }) => id === "player:one-match-at-a-time");
  expect(await verdictsOf(ids, single?.inject)).toEqual(ids.map((id) => `${id} pass TRN-ERR-03`));
});
