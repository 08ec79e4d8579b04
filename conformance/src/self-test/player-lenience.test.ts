/** Players that follow one of several differing documents, or omit what is only a SHOULD, fail no MUST. */
import { expect, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { handwritten } from "../../fixtures/player/handwritten.js";
import { deadlineOf } from "../contract.js";
import type { JsonObject } from "../json/scan.js";
import { all, changeReply, delaysReply } from "../mutants/fault-injection.js";
import { type Mutant, mutant } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { tryMutant } from "./trial.js";

const checks = await handwritten();

const known = await loadMutants();

const almost = (type: string) => delaysReply(type, 0.96 * deadlineOf(type));

const compact = (text: unknown) => String(text).replaceAll(/[-:]|\.\d+/g, "");

const lenient: Mutant[] = [
  mutant({
    id: "player:slow",
    fault: "Answers everything at the last moment.",
    inject: all(
      ...[
        "GAME_INVITATION",
        "CHOOSE_PARITY_CALL",
        "GAME_OVER",
        "ROUND_ANNOUNCEMENT",
        "LEAGUE_STANDINGS_UPDATE",
        "ROUND_COMPLETED",
      ].map(almost),
    ),
  }),
  mutant({
    id: "player:bare-sender",
    fault: "Writes its id without its role, as RC and PC do.",
    inject: changeReply("*", (message) => ({
      ...message,
      sender: String(message.sender).replace("player:", ""),
    })),
  }),
  mutant({
    id: "player:compact-timestamps",
    fault: "Writes timestamps as RA writes a deadline.",
    inject: changeReply("*", (message: JsonObject) => ({
      ...message,
      timestamp: compact(message.timestamp),
      ...(message.arrival_timestamp === undefined
        ? {}
        : { arrival_timestamp: compact(message.arrival_timestamp) }),
    })),
  }),
  mutant({
    id: "player:adds-members",
    fault: "Adds unknown members.",
    inject: changeReply("*", (message) => ({ ...message, mood: "cheerful", retry_count: null })),
  }),
  ...known.filter(({ id }) =>
    [
      "player:one-match-at-a-time",
      "player:waits-for-the-result",
      "player:pauses-after-a-match",
      "player:obeys-any-referee",
      "player:accepts-any-announcer",
      "player:joins-without-a-token",
      "player:chooses-without-a-token",
      "player:acknowledges-without-a-name",
      "player:refuses-with-internal-error",
      "player:refuses-a-repeated-game-over",
      "player:changes-its-mind",
      "player:lacks-game-error",
      "player:lacks-league-error",
      "player:sends-no-token",
      "player:tries-twice",
      "player:short-timeout-for-registration",
      "player:registers-flat",
      "player:shuts-down-without-acknowledgement",
    ].includes(id),
  ),
];

test.each(oneIn(3, lenient))("$id fails no MUST", async (player) => {
  const results = [...(await tryMutant(player, "player", { seed: 1, wire: "canonical", checks })).values()];
  const failed = results.filter(
    ({ verdict }) => !["pass", "warn", "not-applicable", "not-exercised"].includes(verdict),
  );
  expect(failed.map(({ id, verdict, diagnosis }) => `${id} ${verdict}: ${diagnosis ?? ""}`)).toEqual([]);
});

test("the slow player gets no warning", async () => {
  const [slow] = lenient;
  if (slow === undefined) throw new Error("the list is empty");
  const results = [...(await tryMutant(slow, "player", { seed: 1, wire: "canonical", checks })).values()];
  const other = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
  expect(other.map(({ id, verdict, diagnosis }) => `${id} ${verdict}: ${diagnosis ?? ""}`)).toEqual([]);
});
