/** `--wire auto`, and `--wire NAME` with an agent that uses another form: one failure, and a verdict on all else: a fifth of the forms here, all with `FULL=1`. */
import { expect, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { failures, passes } from "../../test/in-memory-run.js";
import { injected } from "../../test/injected.js";
import { ignoresOthers, tryOut } from "../../test/one-form-agent.js";
import { isObject, type JsonObject } from "../json.js";
import { all, errorReply, jsonReply, parse } from "../mutants/fault-injection.js";
import { loadMutants } from "../mutants/registry.js";
import { Codec, LEAGUE_FORMS } from "../profiles/codec.js";
import { bundledProfiles, loadProfile } from "../profiles/load.js";
import type { HttpReply } from "../sdk.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import type { Role } from "../types.js";

const ROLES: readonly Role[] = ["player", "referee", "manager"];

/** Forms that differ from the canonical one neither in a request nor in the place of an answer. */
const UNSEEN = [
  ...["fresh-conversations", "no-conversations", "strategy-registration", "announcement-start"],
  ...["explicit-nulls", "status-errors", "loose", "bare-ids"],
  ...["numbered-manager", "assign-match", "handle-match-assignment", "direct-match", "synonyms"],
];
const wild = bundledProfiles().filter((name) => !LEAGUE_FORMS.includes(name) && !UNSEEN.includes(name));
const PLAYED = ["player/join/accepts", "player/choice/echoes-match", "player/registration/registers"];
const FORM = "transport/wire/league-form";
const DRAWN = "referee/draw/publishes-what-was-sent";

test.each<[Role, string, string, readonly string[]]>([
  ...oneIn(5, wild).map((wire): [Role, string, string, string[]] => ["player", wire, FORM, PLAYED]),
  ...LEAGUE_FORMS.map((wire): [Role, string, string, string[]] => ["player", wire, "", PLAYED.slice(1)]),
  ["referee", "mcp", "", [DRAWN]],
  ["referee", "message-param", FORM, [DRAWN]],
  ["referee", "request-reply", FORM, [DRAWN]],
])("auto finds a %s that uses only %s, which costs %j", async (role, wire, cost, passed) => {
  const { report } = await tryOut(role, wire);
  expect(failures(report), report.wire).toEqual(cost === "" ? [] : [cost]);
  expect(passes(report)).toEqual(expect.arrayContaining([...passed]));
  if (cost === "") expect(report.wire).toBe(wire);
});

/** Answers such messages instead of the agent. */
const answers = (
  answer: (message: JsonObject, body: JsonObject) => HttpReply | undefined,
): FaultInjection => ({
  handler: (inner) => async (http) => {
    const body = parse(http.body);
    return (body && answer(isObject(body.params) ? body.params : {}, body)) ?? inner(http);
  },
});

const bareSenders = { replace: ["/sender", "^\\w+:", ""] };
const mutants = await loadMutants();
const withoutJsonrpc = mutants.find(({ id }) => id === "transport:no-jsonrpc-member")?.inject;
const wholeSeconds = answers(({ timestamp }, body) =>
  String(timestamp).includes(".") ? errorReply(body, -32_021, "INVALID_TIMESTAMP") : undefined,
);

interface Case {
  what: string;
  role: Role;
  inject: FaultInjection;
  fails: readonly string[];
  passed?: readonly string[];
  note?: string;
}

const CANONICAL: readonly Case[] = [
  {
    what: "has bare senders, as RC and PC have",
    role: "player",
    fails: [],
    inject: injected("transport", {
      on: "answers",
      set: { "/sender": bareSenders },
      also: [{ on: "calls", set: { "/sender": bareSenders } }],
    }),
  },
  ...ROLES.map((role): Case => {
    const inject = (withoutJsonrpc as () => FaultInjection)();
    return { what: "leaves `jsonrpc` out", role, inject, fails: ["transport/response/says-2-0"] };
  }),
  ...ROLES.map((role): Case => {
    const cost = { fails: ["transport/envelope/utc-forms"], note: "in whole seconds" };
    return { what: "refuses times with a fraction", role, inject: wholeSeconds, ...cost };
  }),
  {
    what: "writes its message types in lower case",
    role: "player",
    inject: injected("transport", { on: "answers", set: { "/message_type": { lower: "/message_type" } } }),
    fails: ["transport/envelope/protocol"],
    passed: PLAYED.slice(0, 2),
  },
  {
    what: 'answers "ok", and refuses messages without a sender',
    role: "referee",
    inject: all(
      ignoresOthers(new Codec(loadProfile("canonical"))),
      answers(({ sender }, body) => {
        if (body.method !== "notify_round") return undefined;
        return sender === "league_manager"
          ? jsonReply({ jsonrpc: "2.0", id: body.id, result: { status: "ok" } })
          : errorReply(body, -32_012, "AUTH_TOKEN_INVALID");
      }),
    ),
    fails: [],
    passed: [DRAWN],
  },
];

test.each(CANONICAL)("a canonical $role that $what is judged as such, and costs $fails", async (one) => {
  const { report, notes } = await tryOut(one.role, "canonical", undefined, one.inject);
  expect(report.wire).toBe("canonical");
  expect(failures(report)).toEqual(one.fails);
  expect(passes(report)).toEqual(expect.arrayContaining([...(one.passed ?? [])]));
  expect(notes.join("\n")).toContain(one.note ?? "");
});

test.each([
  ["canonical", false],
  ["type-as-method", true],
] as const)(
  "a player in %s that accepts only one referee is judged with that referee's id; refusing others is one failure",
  async (wire, strict) => {
    const knowsOneReferee = answers(({ sender = "", timestamp = "" }, body) => {
      const isPrecise = strict && String(timestamp).includes(".");
      const text = isPrecise
        ? "Invalid timestamp: it must have the format %Y-%m-%dT%H:%M:%SZ"
        : "Sender not registered";
      const isKnown = ["", "league_manager", "referee:REF01"].includes(String(sender));
      if (isKnown && !isPrecise) return undefined;
      return jsonReply({ jsonrpc: "2.0", id: body.id, error: { code: -32_602, message: text } }, 400);
    });
    const inject = all(ignoresOthers(new Codec(loadProfile(wire))), knowsOneReferee);
    const { report, notes } = await tryOut("player", wire, undefined, inject);
    const ofForm = wire === "canonical" ? [] : [FORM];
    expect(failures(report).toSorted(), report.wire).toEqual(["player/join/joins-in-time", ...ofForm]);
    expect(passes(report)).toEqual(expect.arrayContaining(PLAYED.slice(0, 2)));
    expect(notes.join("\n")).toContain("accepts REF01");
  },
);

test.each(["flat", "handle-message"])(
  "asked for canonical, a player that uses only %s fails once, and is judged in its own form",
  async (wire) => {
    const { report, notes } = await tryOut("player", wire, "canonical");
    expect(report.wire).toBe(wire);
    expect(failures(report)).toEqual([FORM]);
    const failed = report.checks.find(({ id }) => id === FORM);
    expect(failed?.diagnosis).toContain(`asked to use canonical, and uses ${wire}`);
    expect(passes(report)).toContain("player/choice/echoes-match");
    expect(notes.join("\n")).toContain(`wire form: ${wire}`);
  },
);

test("a form that a canonical referee might have without its showing is named in a note", async () => {
  const { notes } = await tryOut("referee", "canonical");
  expect(notes.join("\n")).toMatch(/content-reply, request-reply.*--wire/);
});
