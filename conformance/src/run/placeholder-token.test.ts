/** A player that refuses what the league manager says, since it shows no token. */
import { expect, test } from "vitest";
import { failures, ignoresOthers, PICKED, parse, passes, tryOut } from "../../test/one-form-agent.js";
import { all, jsonReply } from "../mutants/fault-injection.js";
import { Codec, findMessage } from "../profiles/codec.js";
import { loadProfile } from "../profiles/load.js";
import type { FaultInjection } from "../subject/in-process-subject.js";

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
