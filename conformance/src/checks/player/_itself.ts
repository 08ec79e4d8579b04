import type { PlayerBench } from "../../bench/player-bench.js";
import type { JsonObject } from "../../json/scan.js";

/** That a message names the player itself: in `player_id` or, in the flat dialect, in `sender`. */
export function expectItself(
  { expect, player, dialect }: PlayerBench,
  message: JsonObject,
  type: string,
): void {
  const { player_id, sender } = message;
  const bySender = player_id === undefined && dialect === "flat" && typeof sender === "string";
  const named = bySender ? sender.replace(/^player:/, "") : player_id;
  const what = `${bySender ? "sender" : "player_id"} of the ${type}`;
  // A player that had joined another league before this run has its id from there.
  if (player.registration === undefined) expect(named, what).isText();
  else expect(named, what).is(player.id, "the player_id that the league manager gave it");
}
