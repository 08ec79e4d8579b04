/**
 * `registrations/<role>-<name>@<league>.json`: who an agent is in the league at one address. It holds the agent's token, so
 * only its owner may read it, and its content is never logged.
 */
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { KeptRegistration, RegistrationKeeper } from "@league-v2/sdk";
import { dataFault } from "./data-folder.js";
import { areTexts, isObject, readJson } from "./read-json.js";
import { safeName } from "./safe-name.js";
import { writeAtomically } from "./write-atomically.js";

const ownerOnly = 0o600;

export interface RegistrationOwner {
  readonly role: "player" | "referee";
  readonly name: string;
  /** The league manager's address. */
  readonly league: string;
}

export class RegistrationFile implements RegistrationKeeper {
  readonly #path: string;

  constructor(folder: string, { role, name, league }: RegistrationOwner) {
    this.#path = join(folder, "registrations", `${role}-${safeName(name)}@${safeName(league)}.json`);
  }

  /** @throws StartupError DATA_INIT_FAILED for a damaged file */
  async load(): Promise<KeptRegistration | null> {
    await this.#sweep();
    const content = await readJson(this.#path);
    if (content === undefined) return null;
    if (isKept(content)) return content;
    throw dataFault(`${this.#path} is not a kept registration; without the file the agent registers again`);
  }

  async save(kept: KeptRegistration): Promise<void> {
    await writeAtomically(this.#path, `${JSON.stringify(kept, null, 2)}\n`, ownerOnly);
  }

  /** The agent has left its league. */
  async forget(): Promise<void> {
    await rm(this.#path, { force: true });
    await this.#sweep();
  }

  /** A life that was killed while it wrote has left its half behind, token and all. */
  async #sweep(): Promise<void> {
    const folder = dirname(this.#path);
    const prefix = `${basename(this.#path)}.`;
    const names = await readdir(folder).catch(() => []);
    const halves = names.filter((name) => name.startsWith(prefix) && name.endsWith(".tmp"));
    await Promise.all(halves.map((name) => rm(join(folder, name), { force: true })));
  }
}

function isKept(content: unknown): content is KeptRegistration {
  if (!isObject(content) || !areTexts(content, ["endpoint", "conversation_id", "wire"])) return false;
  const { registration } = content;
  if (registration === null) return true;
  if (!isObject(registration) || !areTexts(registration, ["id", "auth_token"])) return false;
  return registration.league_id === null || typeof registration.league_id === "string";
}
