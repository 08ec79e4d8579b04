/**
 * `registrations/<role>-<name>@<league>.json`: an agent's id in the league at one address. It contains the agent's token, so
 * only its owner may read it, and its content is never logged.
 */
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeAtomically } from "@league-v2/sdk/node";
import type { RegistrationStore, StoredRegistration } from "@league-v2/sdk/store";
import { dataFault } from "./data-folder.js";
import { areTexts, isObject, readJson } from "./read-json.js";
import { safeName } from "./safe-name.js";

const ownerOnly = 0o600;

export interface RegistrationOwner {
  readonly role: "player" | "referee";
  readonly name: string;
  /** The league manager's address. */
  readonly league: string;
}

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
