/** `--wire auto`, and `--wire NAME` with an agent that uses another form: one failure, and a verdict on all else: a third of the forms here, all with `FULL=1`. */
import { expect, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { failures, passes } from "../../test/in-memory-run.js";
import { ignoresOthers, parse, tryOut } from "../../test/one-form-agent.js";
import { isObject } from "../json/pointer.js";
import { all, type Change, changeCall, changeReply, errorReply } from "../mutants/fault-injection.js";
import { loadMutants } from "../mutants/registry.js";
import { Codec } from "../profiles/codec.js";
import { bundledProfiles, loadProfile } from "../profiles/load.js";
import { LEAGUE_FORMS } from "../profiles/types.js";
import type { FaultInjection } from "../subject/in-process-subject.js";

const mutants = await loadMutants();

/** Forms that differ from the canonical one neither in a request nor in the place of an answer. */
const UNSEEN = [
  ...["fresh-conversations", "no-conversations", "strategy-registration", "announcement-start"],
  ...["explicit-nulls", "status-errors", "loose", "bare-ids"],
  ...["numbered-manager", "assign-match", "handle-match-assignment", "direct-match", "synonyms"],
];

const wild = bundledProfiles().filter((name) => !LEAGUE_FORMS.includes(name) && !UNSEEN.includes(name));

test.each(oneIn(3, wild))("auto finds a player that uses only %s, which costs one failure", async (wire) => {
  const { report } = await tryOut("player", wire);
  expect(failures(report), report.wire).toEqual(["transport/wire/league-form"]);
  expect(passes(report)).toEqual(
    expect.arrayContaining([
      "player/join/accepts",
      "player/choice/echoes-match",
      "player/registration/registers",
    ]),
  );
});

test.each(["canonical", "flat", "mcp"])(
  "auto finds a player that uses %s, which costs nothing",
  async (wire) => {
    const { report } = await tryOut("player", wire);
    expect(report.wire).toBe(wire);
    expect(failures(report)).toEqual([]);
  },
);

test("bare senders are no other wire form: RC and PC have them", async () => {
  const bare: Change = (message) =>
    message.sender === undefined
      ? undefined
      : { ...message, sender: String(message.sender).replace(/^\w+:/, "") };
  const { report } = await tryOut(
    "player",
    "canonical",
    undefined,
    all(changeReply("*", bare), changeCall("*", bare)),
  );
  expect(report.wire).toBe("canonical");
  expect(failures(report)).toEqual([]);
});

test.each(["player", "referee", "manager"] as const)(
  "a %s that leaves `jsonrpc` out of its responses uses the canonical form: that is one failure",
  async (role) => {
    const without = mutants.find(({ id }) => id === "transport:no-jsonrpc-member");
    const inject = typeof without?.inject === "function" ? without.inject() : without?.inject;
    const { report } = await tryOut(role, "canonical", undefined, inject);
    expect(report.wire).toBe("canonical");
    expect(failures(report)).toEqual(["transport/response/says-2-0"]);
    expect(report.checks.filter(({ verdict }) => verdict === "not-exercised")).toEqual([]);
  },
);

test.each(["player", "referee", "manager"] as const)(
  "a %s that refuses times with a fraction gets whole seconds: that is one warning, and the rest is judged",
  async (role) => {
    const wholeSecondsOnly: FaultInjection = {
      handler: (inner) => (http) => {
        const body = parse(http.body);
        const { timestamp } = isObject(body?.params) ? body.params : {};
        if (body === undefined || !String(timestamp).includes(".")) return inner(http);
        return Promise.resolve(errorReply(body, -32_021, "INVALID_TIMESTAMP"));
      },
    };
    const { report, notes } = await tryOut(role, "canonical", undefined, wholeSecondsOnly);
    expect(report.wire).toBe("canonical");
    expect(failures(report)).toEqual(["transport/envelope/utc-forms"]);
    expect(report.checks.filter(({ verdict }) => verdict === "not-exercised")).toEqual([]);
    expect(notes.join("\n")).toContain("in whole seconds");
  },
);

test("a player that writes its message types in lower case joins and chooses anyway", async () => {
  const inLowerCase: Change = (message) => ({
    ...message,
    message_type: String(message.message_type).toLowerCase(),
  });
  const { report } = await tryOut("player", "canonical", undefined, changeReply("*", inLowerCase));
  expect(report.wire).toBe("canonical");
  expect(failures(report)).toEqual(["transport/envelope/protocol"]);
  expect(passes(report)).toEqual(
    expect.arrayContaining(["player/join/joins-in-time", "player/choice/echoes-match"]),
  );
});

/** Takes messages of one referee, with times in whole seconds where it is `strict`. */
function knowsOneReferee(strict: boolean): FaultInjection {
  return {
    handler: (inner) => (http) => {
      const body = parse(http.body);
      const { sender = "", timestamp = "" } = isObject(body?.params) ? body.params : {};
      const isUnknown = sender !== "" && sender !== "league_manager" && sender !== "referee:REF01";
      const isPrecise = strict && String(timestamp).includes(".");
      if (!isUnknown && !isPrecise) return inner(http);
      const message = isPrecise
        ? "Invalid timestamp: it must have the format %Y-%m-%dT%H:%M:%SZ"
        : "Sender not registered";
      return Promise.resolve({
        status: 400,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: body?.id, error: { code: -32_602, message } }),
      });
    },
  };
}

test.each([
  ["canonical", false],
  ["type-as-method", true],
] as const)(
  "a player in %s that accepts only one referee is judged with that referee's id; refusing others is one failure",
  async (wire, strict) => {
    const ignoresOwn = ignoresOthers(new Codec(loadProfile(wire)));
    const { report, notes } = await tryOut(
      "player",
      wire,
      undefined,
      all(ignoresOwn, knowsOneReferee(strict)),
    );
    const ofForm = wire === "canonical" ? [] : ["transport/wire/league-form"];
    expect(failures(report).toSorted(), report.wire).toEqual(["player/join/joins-in-time", ...ofForm]);
    expect(passes(report)).toEqual(
      expect.arrayContaining(["player/join/accepts", "player/choice/echoes-match"]),
    );
    expect(notes.join("\n")).toContain("accepts REF01");
  },
);

test('a referee that answers "ok", and refuses messages without a sender, uses the form in which it registers', async () => {
  const okAnswers: FaultInjection = {
    handler: (inner) => (http) => {
      const body = parse(http.body);
      if (body?.method !== "notify_round") return inner(http);
      const isFromManager = isObject(body.params) && body.params.sender === "league_manager";
      const reply = isFromManager
        ? { result: { status: "ok" } }
        : { error: { code: -32_012, message: "AUTH_TOKEN_INVALID" } };
      return Promise.resolve({
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: body.id, ...reply }),
      });
    },
  };
  const ignoresOwn = ignoresOthers(new Codec(loadProfile("canonical")));
  const { report } = await tryOut("referee", "canonical", undefined, all(ignoresOwn, okAnswers));
  expect(report.wire).toBe("canonical");
  expect(failures(report)).toEqual([]);
  expect(passes(report)).toContain("referee/draw/publishes-what-was-sent");
});

test.each(["flat", "mcp", "handle-message"])(
  "asked for canonical, a player that uses only %s fails once, and is judged in its own form",
  async (wire) => {
    const { report, notes } = await tryOut("player", wire, "canonical");
    expect(report.wire).toBe(wire);
    expect(failures(report)).toEqual(["transport/wire/league-form"]);
    const failed = report.checks.find(({ id }) => id === "transport/wire/league-form");
    expect(failed?.diagnosis).toContain(`asked to use canonical, and uses ${wire}`);
    expect(passes(report)).toContain("player/choice/echoes-match");
    expect(notes.join("\n")).toContain(`wire form: ${wire}`);
  },
);

test.each(["mcp", "flat", "message-param", "nested-tools"])(
  "auto finds a referee that uses only %s",
  async (wire) => {
    const { report } = await tryOut("referee", wire);
    expect(
      failures(report).filter((id) => id !== "transport/wire/league-form"),
      report.wire,
    ).toEqual([]);
    expect(passes(report)).toContain("referee/draw/publishes-what-was-sent");
  },
);

test.each(["request-reply", "content-reply"])("a referee in %s is found by its answers", async (wire) => {
  const { report } = await tryOut("referee", wire);
  expect(report.wire).toBe(wire);
  expect(failures(report)).toEqual(["transport/wire/league-form"]);
});

test("a form that a canonical referee might have without its showing is named in a note", async () => {
  const { notes } = await tryOut("referee", "canonical");
  expect(notes.join("\n")).toMatch(/content-reply, request-reply.*--wire/);
});
