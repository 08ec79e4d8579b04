/** Finds an agent's id by its address or by its name in a message. */
import type { AgentCard, LeagueOpened } from "./events.js";

export const managerId = "league_manager";

export class Parties {
  readonly #byOrigin = new Map<string, string>();

  open({ managers }: LeagueOpened): void {
    for (const address of managers) this.#byOrigin.set(originOf(address), managerId);
  }

  add({ endpoint, id }: AgentCard): void {
    const origin = originOf(endpoint);
    if (!this.#byOrigin.has(origin)) this.#byOrigin.set(origin, id);
  }

  /** The id; for an unknown agent its name or address. */
  idOf(party: string): string {
    if (isAddress(party))
      return this.#byOrigin.get(originOf(party)) ?? originOf(party).replace(/^\w+:\/\//, "");
    if (party.startsWith(managerId)) return managerId;
    return /^(?:player|referee):(.+)$/.exec(party)?.[1] ?? party;
  }
}

function isAddress(party: string): boolean {
  return /^https?:\/\//.test(party);
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
