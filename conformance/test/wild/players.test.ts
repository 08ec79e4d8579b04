/** The suite at players that no bundled form describes, a fifth of them here, all with `FULL=1`: it finds the form of each, and judges it in that form. */
import { lintProfile } from "@league-v2/sdk/wire";
import { expect, test } from "vitest";
import type { Body } from "../../../sdk/test/gateway/peers/json-rpc.js";
import { answersWhole, type PlayerForm, readAs, registers } from "../../../sdk/test/gateway/peers/player.js";
import { messageInParams, ownTypes, publicPlayers } from "../../../sdk/test/gateway/peers/players.js";
import { oneIn } from "../../../tools/gate/one-in.js";
import { loadChecks } from "../../src/checks/registry.js";
import { clauseOf } from "../../src/clauses.js";
import type { WireProfile } from "../../src/profiles/codec.js";
import { asProfile } from "../../src/profiles/load.js";
import { select } from "../../src/run/select.js";
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

async function judged(habits: PlayerForm, profile?: WireProfile) {
  const options = { quick: true, profile, trusted: false } as const;
  const agent = ({ name }: { name: string }) => wildAgent(habits, name);
  const { report, notes } = await runInMemory("player", { agent, checks: quick, options });
  const failed = report.checks.flatMap(({ id, verdict }) => (verdict === "fail" ? [id] : []));
  const verdictsOf = (ids: readonly string[]) =>
    report.checks.filter(({ id }) => ids.includes(id)).map(({ id, verdict }) => `${id} ${verdict}`);
  return { report, notes, failed, verdictsOf };
}

const all = (ids: readonly string[], verdict: string) => ids.map((id) => `${id} ${verdict}`);

test.each(oneIn(5, publicPlayers))("$name is judged in its own form", async (habits) => {
  const { report, failed, verdictsOf } = await judged(habits);
  expect(verdictsOf(ofAMatch).toSorted()).toEqual(all(ofAMatch, "pass").toSorted());
  expect(failed).toEqual(expect.arrayContaining([...(guilt[habits.name] ?? [])]));
  const musts = (not: readonly string[]) => {
    const some = report.checks.filter(({ verdict }) => !not.includes(verdict));
    return new Set(some.flatMap(({ clause }) => clause).filter((id) => clauseOf(id)?.level === "must")).size;
  };
  const decided = musts(["not-applicable", "not-exercised", "inconclusive"]);
  expect((100 * decided) / musts(["not-applicable"])).toBeGreaterThanOrEqual(leastShare);
});

test("an unknown form is derived, reported, and usable in another run", async () => {
  const habits = publicPlayers.find(({ name }) => name === "plain-tools");
  if (habits === undefined) throw new Error("there is no such player");
  const { report, notes, failed } = await judged(habits);
  const { wire_profile: profile } = report;
  if (profile === undefined) throw new Error("nothing was derived");
  expect(lintProfile(profile)).toEqual([]);
  expect(profile).toMatchObject({ messages: { GAME_INVITATION: { method: "receive_game_invitation" } } });
  expect(notes.join("\n")).toContain("--wire-out FILE");
  const again = await judged(habits, asProfile(profile));
  const ofPlayers = (ids: readonly string[]) => ids.filter((id) => id.startsWith("player/"));
  expect(again.report.wire).toBe("derived");
  expect(ofPlayers(again.failed)).toEqual(ofPlayers(failed));
});

test("a status alone as the answer to an invitation, in a form of no document, breaks no rule of the envelope", async () => {
  const answer: PlayerForm["answer"] = (read, me) =>
    read.type === "GAME_INVITATION" ? { status: "ACK" } : messageInParams.answer(read, me);
  const { verdictsOf } = await judged({ ...messageInParams, answer });
  const envelope = ["transport/envelope/protocol", "transport/envelope/sender"];
  expect(verdictsOf(envelope)).toEqual(all(envelope, "not-applicable"));
});

const acknowledgements = ["game-over", "round-announcement", "round-completed", "standings"].map(
  (name) => `player/acknowledgement/${name}`,
);

/** Uses no JSON-RPC in both directions, and gives the same answer to all notices: whether that is one follows from its form. */
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
  const { verdictsOf } = await judged(joinsBare(answer));
  expect(verdictsOf(acknowledgements).toSorted()).toEqual(all(acknowledgements, verdict));
});

test("another message type in another member is part of the form, and breaks no clause of the choice", async () => {
  const { verdictsOf } = await judged(ownTypes);
  expect(verdictsOf(["player/choice/chooses-in-time"])).toEqual(["player/choice/chooses-in-time pass"]);
});
