/** League managers that drop what they have acknowledged, because of its time or its sender, or that give no tokens. */
import { expect, test } from "vitest";
import { failures, parse, passes, tryOut } from "../../test/one-form-agent.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { all, changeReply } from "../mutants/fault-injection.js";
import type { FaultInjection } from "../subject/in-process-subject.js";

/** Their answers say times in whole seconds. */
const saysWholeSeconds = changeReply("*", (message) => {
  const { timestamp } = message;
  return typeof timestamp === "string"
    ? { ...message, timestamp: timestamp.replace(/\.\d+/, "") }
    : undefined;
});

/** Acknowledges such messages with this answer and does nothing else. */
const drops = (
  isDropped: (message: JsonObject) => boolean,
  answer: (message: JsonObject) => JsonObject,
): FaultInjection => ({
  handler: (inner) => (http) => {
    const body = parse(http.body);
    const message = isObject(body?.params) ? body.params : {};
    if (!isDropped(message)) return inner(http);
    const { protocol, conversation_id } = message;
    const envelope = {
      protocol,
      sender: "league_manager",
      timestamp: "2026-01-01T00:00:00Z",
      conversation_id,
    };
    const result = { ...envelope, ...answer(message) };
    return Promise.resolve({
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: body?.id, result }),
    });
  },
});

const dropsReportsWithFractions = drops(
  ({ message_type, timestamp }) => message_type === "MATCH_RESULT_REPORT" && String(timestamp).includes("."),
  () => ({ message_type: "MATCH_RESULT_ACK", status: "recorded" }),
);

const isUnusual = (sender: unknown) => !/^\w+:[A-Z]+\d+$/.test(String(sender));

/** Takes its id from the sender of a player. */
const dropsUnusualPlayers = drops(
  ({ message_type, sender }) => message_type === "LEAGUE_REGISTER_REQUEST" && isUnusual(sender),
  ({ sender }) => ({
    ...{ message_type: "LEAGUE_REGISTER_RESPONSE", status: "ACCEPTED", league_id: "league" },
    ...{ player_id: String(sender).split(":")[1], auth_token: "token" },
  }),
);

test.each([
  [
    "reports with a fraction of the second",
    all(saysWholeSeconds, dropsReportsWithFractions),
    "whole seconds",
  ],
  ["players whose sender is no usual id", dropsUnusualPlayers, "P01, REF01"],
])("a league of a manager that drops %s is played", async (_what, inject, note) => {
  const played = ["manager/standings/points", "manager/end/tells-every-player"];
  const { report, notes } = await tryOut("manager", "canonical", undefined, inject, played);
  expect(passes(report)).toEqual(expect.arrayContaining(played));
  expect(notes.join("\n")).toContain(note);
});

test("an agent that is admitted without a token is admitted", async () => {
  const withoutTokens = changeReply("LEAGUE_REGISTER_REQUEST", (answer) => ({
    ...answer,
    auth_token: undefined,
  }));
  const picked = ["manager/registration/https-endpoint", "manager/registration/accepts-players"];
  const { report } = await tryOut("manager", "canonical", undefined, withoutTokens, picked);
  expect(failures(report)).toEqual(["manager/registration/accepts-players"]);
  expect(passes(report)).toEqual(["manager/registration/https-endpoint"]);
});
