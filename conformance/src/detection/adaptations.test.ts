/** Agents that drop or refuse what they do not expect: the time or the sender of a message, or that it has no token. */
import { expect, test } from "vitest";
import { failures, passes } from "../../test/in-memory-run.js";
import { injected } from "../../test/injected.js";
import { ignoresOthers, PICKED, tryOut } from "../../test/one-form-agent.js";
import { all, jsonReply, parse } from "../mutants/fault-injection.js";
import { Codec, findMessage } from "../profiles/codec.js";
import { loadProfile } from "../profiles/load.js";
import type { FaultInjection } from "../subject/in-process-subject.js";

/** It answers with whole seconds, and drops reports with a fraction. */
const dropsFractions = injected("manager", {
  on: "answers",
  set: { "/timestamp": { replace: ["/timestamp", "\\.\\d+", ""] } },
  also: [
    {
      on: "MATCH_RESULT_REPORT",
      when: { "/timestamp": { matches: "\\." } },
      answer: { expected: { timestamp: "2026-01-01T00:00:00Z" } },
    },
  ],
});
/** It takes its id from the sender of a player. */
const dropsUnusual = injected("manager", {
  on: "LEAGUE_REGISTER_REQUEST",
  when: { "/sender": { not: { matches: "^\\w+:[A-Z]+\\d+$" } } },
  answer: {
    result: {
      protocol: "league.v2",
      sender: "league_manager",
      timestamp: "2026-01-01T00:00:00Z",
      conversation_id: { from: "/conversation_id" },
      message_type: "LEAGUE_REGISTER_RESPONSE",
      status: "ACCEPTED",
      league_id: "league",
      auth_token: "token",
      player_id: { replace: ["/sender", "^\\w+:", ""] },
    },
  },
});

test.each([
  ["reports with a fraction of the second", dropsFractions, "whole seconds"],
  ["players whose sender is no usual id", dropsUnusual, "P01, REF01"],
])("a league of a manager that drops %s is played", async (_what, inject, note) => {
  const played = ["manager/standings/points", "manager/end/tells-every-player"];
  const { report, notes } = await tryOut("manager", "canonical", undefined, inject, played);
  expect(passes(report)).toEqual(expect.arrayContaining(played));
  expect(notes.join("\n")).toContain(note);
});

test("an agent that is admitted without a token is admitted", async () => {
  const withoutTokens = injected("manager", { on: "LEAGUE_REGISTER_RESPONSE", remove: "/auth_token" });
  const picked = ["manager/registration/https-endpoint", "manager/registration/accepts-players"];
  const { report } = await tryOut("manager", "canonical", undefined, withoutTokens, picked);
  expect(failures(report)).toEqual(["manager/registration/accepts-players"]);
  expect(passes(report)).toEqual(["manager/registration/https-endpoint"]);
});

const STANDINGS = "player/acknowledgement/standings";
const missingToken = { code: -32_001, message: "Missing auth token" };

/** Refuses messages without a token, from any sender. */
const demandsTokens: FaultInjection = {
  handler: (inner) => (http) => {
    const body = parse(http.body);
    const found = findMessage(body);
    if (found?.message.message_type === undefined || found.message.auth_token) return inner(http);
    return Promise.resolve(jsonReply({ jsonrpc: "2.0", id: body?.id, error: missingToken }, 401));
  },
};

test("a player of another form that takes nothing without a token is sent a word, which costs nothing more", async () => {
  const inject = all(ignoresOthers(new Codec(loadProfile("start-match"))), demandsTokens);
  const { report, notes } = await tryOut("player", "start-match", undefined, inject, [...PICKED, STANDINGS]);
  expect(failures(report)).toEqual(["transport/wire/league-form"]);
  expect(passes(report)).toContain(STANDINGS);
  expect(notes.join("\n")).toContain("takes no message without a token");
  expect(report.wire_profile?.envelope?.blank).toEqual({ "/auth_token": "none" });
});

test("in a form of league.v2 the same is a fault", async () => {
  const { report } = await tryOut("player", "canonical", undefined, demandsTokens, [...PICKED, STANDINGS]);
  expect(failures(report)).toContain(STANDINGS);
});
