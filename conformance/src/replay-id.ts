/** Names one check of one run: `player/join/joins-in-time@player.1234` is that check, on a player, with the seed 1234. */
import type { Role } from "./types.js";
import { UsageError } from "./usage-error.js";

export interface Replay {
  checkId: string;
  role: Role;
  seed: number;
}

export function replayId({ checkId, role, seed }: Replay): string {
  return `${checkId}@${role}.${seed}`;
}

const REPLAY_ID = /^(.+)@(player|referee|manager)\.(\d{1,15})$/;

export function isReplayId(text: string): boolean {
  return REPLAY_ID.test(text);
}

/** @throws UsageError */
export function parseReplay(id: string): Replay {
  const parts = REPLAY_ID.exec(id);
  if (parts === null)
    throw new UsageError(`"${id}" is no replay id; one reads player/join/joins-in-time@player.1234`);
  const [, checkId = "", role, seed] = parts;
  return { checkId, role: role as Role, seed: Number(seed) };
}
