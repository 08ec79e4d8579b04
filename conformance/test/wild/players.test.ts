/** The suite at players that no bundled form describes, a third of them here, all with `FULL=1`: it finds the form of each, and judges it in that form. */
import { lintProfile } from "@league-v2/sdk/wire";
import { expect, test } from "vitest";
import type { Body } from "../../../sdk/test/gateway/peers/json-rpc.js";
import { answersWhole, type PlayerForm, readAs, registers } from "../../../sdk/test/gateway/peers/player.js";
import { messageInParams, ownTypes, publicPlayers } from "../../../sdk/test/gateway/peers/players.js";
import { oneIn } from "../../../tools/gate/one-in.js";
import { loadChecks } from "../../src/checks/registry.js";
import { clauseOf } from "../../src/clauses/clause.js";
import { asProfile } from "../../src/profiles/load.js";
import type { WireProfile } from "../../src/profiles/types.js";
import { select } from "../../src/run/select.js";
import type { CheckResult, Report } from "../../src/types.js";
import { runInMemory } from "../in-memory-run.js";
import { wildAgent } from "./wild-agent.js";

const quick = select(await loadChecks(), "player", { quick: true });
const leastShare = 80;

/** Habits that are faults in any form, with their failures in addition to that of the form. */
const guilt: Readonly<Record<string, readonly string[]>> = {
  // It keeps its previous id.
  "numbered-manager": ["player/join/names-match-and-player", "transport/response/result-or-error"],
  "plain-tools": ["player/choice/echoes-conversation"],
  "own-counter": ["transport/id/in-every-answer"],
};

/** The checks of a match: none may fail because of the form that the suite uses. */
const ofAMatch = [
  "player/join/joins-in-time",
  "player/choice/chooses-in-time",
  "player/acknowledgement/game-over",
  "player/registration/registers",
];

const judged = (habits: PlayerForm, profile?: WireProfile) =>
  runInMemory("player", {
    agent: ({ name }) => wildAgent(habits, name),
    checks: quick,
    options: { quick: true, profile, trusted: false },
  });

const exercised = ({ verdict }: CheckResult) => ["pass", "fail", "warn"].includes(verdict);

/** The share of the MUST clauses of these checks, as far as they apply to the form, that got a verdict. */
function shareOfMusts({ checks }: Report): number {
  const decided = (some: readonly CheckResult[]) =>
    new Set(some.flatMap(({ clause }) => clause).filter((id) => clauseOf(id)?.level === "must"));
  const asked = decided(checks.filter(({ verdict }) => verdict !== "not-applicable"));
  return (100 * decided(checks.filter(exercised)).size) / asked.size;
}

const failed = ({ checks }: Report) => checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);

test.each(oneIn(3, publicPlayers))("$name is judged in its own form", async (habits) => {
  const { report } = await judged(habits);
  expect(shareOfMusts(report)).toBeGreaterThanOrEqual(leastShare);
  const verdicts = report.checks.filter(({ id }) => ofAMatch.includes(id));
  expect(verdicts.map(({ id, verdict }) => [id, verdict])).toEqual(verdicts.map(({ id }) => [id, "pass"]));
  expect(failed(report)).toEqual(expect.arrayContaining([...(guilt[habits.name] ?? [])]));
});

test("an unknown form is derived, reported, and usable in another run", async () => {
  const habits = publicPlayers.find(({ name }) => name === "plain-tools");
  if (habits === undefined) throw new Error("there is no such player");
  const { report, notes } = await judged(habits);
  const { wire_profile: profile } = report;
  if (profile === undefined) throw new Error("nothing was derived");
  expect(lintProfile(profile)).toEqual([]);
  expect(profile).toMatchObject({ messages: { GAME_INVITATION: { method: "receive_game_invitation" } } });
  expect(notes.join("\n")).toContain("--wire-out FILE");
  const again = await judged(habits, asProfile(profile));
  const ofPlayers = (ids: readonly string[]) => ids.filter((id) => id.startsWith("player/"));
  expect(again.report.wire).toBe("derived");
  expect(ofPlayers(failed(again.report))).toEqual(ofPlayers(failed(report)));
});

test("a status alone as the answer to an invitation, in a form of no document, breaks no rule of the envelope", async () => {
  const answer: PlayerForm["answer"] = (read, me) =>
    read.type === "GAME_INVITATION" ? { status: "ACK" } : messageInParams.answer(read, me);
  const { report } = await judged({ ...messageInParams, answer });
  const envelope = ["transport/envelope/protocol", "transport/envelope/sender"];
  const verdicts = report.checks.filter(({ id }) => envelope.includes(id)).map(({ verdict }) => verdict);
  expect(verdicts).toEqual(["not-applicable", "not-applicable"]);
});

// Players that answer in free text: whether that is an answer follows from their form.

const acknowledgements = [
  "player/acknowledgement/game-over",
  "player/acknowledgement/round-announcement",
  "player/acknowledgement/round-completed",
  "player/acknowledgement/standings",
];

/** The verdicts of these checks. */
async function verdicts(habits: PlayerForm, ids: readonly string[]): Promise<string[]> {
  const { report } = await judged(habits);
  return report.checks.filter(({ id }) => ids.includes(id)).map(({ verdict }) => verdict);
}

/** Uses no JSON-RPC in both directions, and gives the same answer to all notices. */
const joinsBare = (toNotices: Body): PlayerForm => ({
  name: "joins-bare",
  isBare: true,
  registration: (me) => registers(me),
  read: (message) => readAs(["GAME_INVITATION", "CHOOSE_PARITY_CALL"], message.message_type, message),
  answer: answersWhole,
  reply: (_id, body) => ({ body }),
  unknown: () => ({ body: toNotices }),
});

test.each([
  [{ status: "ok" }, "pass"],
  [{ error: "Unknown message type" }, "fail"],
  [{ status: "unknown_message_type" }, "fail"],
])("in a form without JSON-RPC %j, as the answer to all notices, is a %s", async (answer, verdict) => {
  const found = await verdicts(joinsBare(answer), acknowledgements);
  expect(found).toEqual(acknowledgements.map(() => verdict));
});

test("another message type in another member is part of the form, and breaks no clause of the choice", async () => {
  expect(await verdicts(ownTypes, ["player/choice/chooses-in-time"])).toEqual(["pass"]);
});
