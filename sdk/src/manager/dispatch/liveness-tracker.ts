/** Which agents answer (contract 8): some misses in a row suspend an agent; one answer ends the suspension. */
import { machines, protocol } from "@league-v2/contract";
import { machineOf } from "../../agent/core/machine.js";

type AgentMachine = ReturnType<typeof agentMachine>;

function agentMachine() {
  return machineOf(machines.agent, "REGISTERED");
}

export class LivenessTracker {
  readonly #agents = new Map<string, { machine: AgentMachine; misses: number }>();
  readonly #onChange: (id: string, state: string) => void;

  constructor(onChange: (id: string, state: string) => void) {
    this.#onChange = onChange;
  }

  stateOf(id: string): string {
    return this.#entry(id).machine.state;
  }

  isSuspended(id: string): boolean {
    return this.stateOf(id) === "SUSPENDED";
  }

  /** The number of suspended agents. */
  get suspended(): number {
    return [...this.#agents.values()].filter(({ machine }) => machine.state === "SUSPENDED").length;
  }

  /** The agent is in a match. */
  matched(id: string): void {
    this.#fire(id, this.#entry(id).machine, "matched");
  }

  answered(id: string): void {
    const entry = this.#entry(id);
    entry.misses = 0;
    this.#fire(id, entry.machine, "answered");
  }

  missed(id: string): void {
    const entry = this.#entry(id);
    entry.misses += 1;
    if (entry.misses >= protocol.league.suspensionAfterMisses) this.#fire(id, entry.machine, "missed_out");
  }

  #fire(id: string, machine: AgentMachine, event: "matched" | "answered" | "missed_out"): void {
    if (!machine.can(event)) return;
    const before = machine.state;
    if (machine.fire(event) !== before) this.#onChange(id, machine.state);
  }

  #entry(id: string) {
    const known = this.#agents.get(id);
    if (known) return known;
    const entry = { machine: agentMachine(), misses: 0 };
    this.#agents.set(id, entry);
    return entry;
  }
}
