/** The agent of each id, read from the answers to the registrations. */
import type { SimulationEvent } from "../events.js";
import { type AgentName, managerName } from "../plan.js";

export class Owners {
  readonly #names = new Map<string, AgentName>();

  on(event: SimulationEvent): void {
    if (event.type !== "answered" || event.exchange.to !== managerName) return;
    const { result } = event.reply;
    if (!event.exchange.call.method.startsWith("register_") || result?.status !== "ACCEPTED") return;
    const id = result.referee_id ?? result.player_id;
    if (typeof id === "string") this.#names.set(id, event.exchange.from);
  }

  /** The agent of an id, or of a sender such as `player:P01`. */
  of(sender: unknown): AgentName | undefined {
    return this.#names.get(String(sender).replace(/^(referee|player):/, ""));
  }
}
