/** Files with tokens, which only their owner may read: registrations, and what a gateway knows about peers. Their content is never logged. */
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type PeerRecord, type PeerStore, writeAtomically } from "@league-v2/sdk/node";
import type { RegistrationStore, StoredRegistration } from "@league-v2/sdk/store";
import { areTexts, dataFault, isObject, readJson, safeName } from "./data-folder.js";

const ownerOnly = 0o600;

export interface RegistrationOwner {
  readonly role: "player" | "referee";
  readonly name: string;
  /** The league manager's address. */
  readonly league: string;
}

/** `registrations/<role>-<name>@<league>.json`: an agent's id and token in the league at one address. */
export class RegistrationFile implements RegistrationStore {
  readonly #path: string;

  constructor(folder: string, { role, name, league }: RegistrationOwner) {
    this.#path = join(folder, "registrations", `${role}-${safeName(name)}@${safeName(league)}.json`);
  }

  /** @throws StartupError DATA_INIT_FAILED for a damaged file */
  async load(): Promise<StoredRegistration | null> {
    await this.#sweep();
    const content = await readJson(this.#path);
    if (content === undefined) return null;
    if (isKept(content)) return content;
    throw dataFault(`${this.#path} is not a kept registration; without the file the agent registers again`);
  }

  async save(kept: StoredRegistration): Promise<void> {
    await writeAtomically(this.#path, `${JSON.stringify(kept, null, 2)}\n`, ownerOnly);
  }

  /** The agent has left its league. */
  async delete(): Promise<void> {
    await rm(this.#path, { force: true });
    await this.#sweep();
  }

  /** Deletes temporary files, which contain the token, of a process that was killed during a write. */
  async #sweep(): Promise<void> {
    const folder = dirname(this.#path);
    const prefix = `${basename(this.#path)}.`;
    const names = await readdir(folder).catch(() => []);
    const temporary = names.filter((name) => name.startsWith(prefix) && name.endsWith(".tmp"));
    await Promise.all(temporary.map((name) => rm(join(folder, name), { force: true })));
  }
}

function isKept(content: unknown): content is StoredRegistration {
  if (!isObject(content) || !areTexts(content, ["endpoint", "conversation_id"])) return false;
  const { registration } = content;
  if (registration === null) return true;
  if (!isObject(registration) || !areTexts(registration, ["id", "auth_token"])) return false;
  return registration.league_id === null || typeof registration.league_id === "string";
}

/**
 * `peers/<agent>.json`: what an agent's gateway knows about peers of other forms.
 * @param agent e.g. `league_manager`, `player-Alpha`
 */
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
