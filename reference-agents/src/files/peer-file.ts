/**
 * `peers/<agent>.json`: what an agent's gateway knows about peers of other forms. It contains their tokens, so only its owner
 * may read it, and its content is never logged.
 */
import { join } from "node:path";
import { type PeerRecord, type PeerStore, writeAtomically } from "@league-v2/sdk/node";
import { areTexts, isObject, readJson } from "./read-json.js";
import { safeName } from "./safe-name.js";

const ownerOnly = 0o600;

/** @param agent e.g. `league_manager`, `player-Alpha` */
export function peerFile(folder: string, agent: string): PeerStore {
  const path = join(folder, "peers", `${safeName(agent)}.json`);
  return {
    /** A damaged file counts as none: peers are then asked again. */
    load: async () => {
      const content = await readJson(path).catch(() => undefined);
      return Array.isArray(content) ? content.filter(isRecord) : [];
    },
    save: (records) => writeAtomically(path, `${JSON.stringify(records, null, 2)}\n`, ownerOnly),
  };
}

function isRecord(content: unknown): content is PeerRecord {
  return isObject(content) && areTexts(content, ["endpoint"]);
}
