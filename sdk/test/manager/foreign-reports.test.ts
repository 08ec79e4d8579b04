/** Reports of referees of another form: a readable result counts, a winner is never guessed; strict mode refuses. */
import { describe, expect, it } from "vitest";
import type { RecordedResult } from "../../src/index.js";
import type { Message, RpcAnswer } from "../peers/environment.js";
import { Managed, managerPort } from "./managed.js";

interface Reported {
  readonly answer: RpcAnswer;
  readonly results: RecordedResult[];
  readonly warnings: string[];
}

/** The first match of two players is reported like this by a referee that has registered in the one-method form, by tools, or canonically. */
async function reported(
  fields: Message,
  options: { foreign?: boolean; tools?: boolean; strict?: boolean; token?: unknown } = {},
) {
  const { foreign = true, tools = false, strict = false } = options;
  const platform = new Managed({ strict });
  const { environment } = platform;
  const referee = platform.referee();
  referee.report = () => null;
  const application = referee.application();
  const post = async (method: string, message: Message): Promise<RpcAnswer> => {
    const inForm = foreign ? { method: "handle_message", params: { message } } : { method, params: message };
    const call = tools ? { method: "tools/call", params: { name: method, arguments: message } } : inForm;
    return JSON.parse(
      await environment.run(environment.send(managerPort, { jsonrpc: "2.0", id: 1, ...call })),
    );
  };
  const registered = await post("register_referee", application);
  const { referee_id, auth_token } = resultIn(registered);
  referee.id = String(referee_id);
  referee.token = String(auth_token);
  await platform.player().register();
  await platform.player().register();
  await platform.start();
  await environment.until(environment.now + 1_000);
  const token = "token" in options ? options.token : auth_token;
  const frame = { league_id: "league_even_odd", round_id: 1, match_id: "R1M1", game_type: "even_odd" };
  const message = environment.message("MATCH_RESULT_REPORT", referee.sender, {
    ...{ ...frame, ...fields },
    ...(token === undefined ? {} : { auth_token: token }),
  });
  const answer = await post("report_match_result", message);
  const results = platform.events.flatMap((event) =>
    event.type === "result_recorded" ? [event.result] : [],
  );
  const warnings = environment.logged.filter(({ level }) => level === "warn").map((entry) => entry.message);
  await platform.manager.close();
  return { answer, results, warnings } satisfies Reported;
}

/** The result of a method, or the one in the text of a tool result. */
function resultIn({ result }: RpcAnswer): Message {
  const { content } = (result ?? {}) as { content?: [{ text: string }] };
  return content === undefined ? (result ?? {}) : JSON.parse(content[0].text);
}

const choices = (a: string, b: string) => ({ P01: a, P02: b });

describe("a referee of another form", () => {
  it.each([
    [
      "a win with other points",
      { result: { winner: "P02", score: { P01: 0, P02: 1 }, details: {} } },
      "WIN",
      "P02",
    ],
    ["a win of PLAYER_A", { winner: "PLAYER_A", drawn_number: 4 }, "WIN", "P01"],
    [
      "equal choices and a number, 0 to 0",
      {
        result: {
          winner: null,
          score: { P01: 0, P02: 0 },
          details: { drawn_number: 4, choices: choices("odd", "odd") },
        },
      },
      "DRAW",
      null,
    ],
    [
      "equal choices and a number that cannot be drawn, 1 to 1",
      {
        result: {
          winner: null,
          score: { P01: 1, P02: 1 },
          details: { drawn_number: 90, choices: choices("even", "even") },
        },
      },
      "DRAW",
      null,
    ],
    [
      "different choices and a number that cannot be drawn",
      { result: { winner: null, details: { drawn_number: 90, choices: choices("even", "odd") } } },
      "TECHNICAL_LOSS",
      null,
    ],
    ["a draw in words", { winner: "draw", drawn_number: 4 }, "DRAW", null],
    [
      "no winner and nothing else",
      { result: { winner: null, score: { P01: 0, P02: 0 }, details: { drawn_number: 0, choices: {} } } },
      "TECHNICAL_LOSS",
      null,
    ],
  ] as const)("reports %s", async (_what, fields, status, winner) => {
    const { results } = await reported(fields);
    const points = (id: string) => (status === "DRAW" ? 1 : id === winner ? 3 : 0);
    expect(results).toMatchObject([{ status, winner, score: { P01: points("P01"), P02: points("P02") } }]);
  });

  it("has a number that cannot be drawn: it is recorded unchanged, with a warning", async () => {
    const result = {
      winner: "P01",
      score: {},
      details: { drawn_number: 42, choices: choices("even", "odd") },
    };
    const { results, warnings } = await reported({ result });
    expect(results).toMatchObject([{ winner: "P01", drawn_number: 42 }]);
    expect(warnings).toContain("REF01 reports the number 42, which cannot be drawn");
  });

  it("needs no token if the referee registered in a form without tokens", async () => {
    const { results } = await reported({ winner: "P01" }, { token: undefined });
    expect(results).toMatchObject([{ winner: "P01", score: { P01: 3, P02: 0 } }]);
  });

  it.each([
    ["a winner that does not play", { winner: "P09" }, {}],
    ["a win of no player", { result: { status: "WIN", winner: null, score: {}, details: {} } }, {}],
    ["a token in a list", { winner: "P01" }, { token: ["token"] }],
    ["another token", { winner: "P01" }, { token: "guessed" }],
    ["no token, where the referee's form has tokens", { winner: "P01" }, { token: undefined, tools: true }],
    ["a shape of its own, in strict mode", { winner: "P01" }, { strict: true }],
  ] as const)("is refused with %s", async (_what, fields, options) => {
    const { results } = await reported(fields, options);
    expect(results).toEqual([]);
  });
});

it("a canonical referee's report must follow the schema", async () => {
  const result = { winner: "P01", score: { P01: 3, P02: 0 }, details: { drawn_number: 0, choices: {} } };
  const { answer, results } = await reported({ result }, { foreign: false });
  expect(answer.error).toMatchObject({
    code: -32602,
    data: { violations: [{ pointer: "/result/details/drawn_number" }] },
  });
  expect(results).toEqual([]);
});
