/** Reference league managers with another store, and such as can die. */
import { createLeagueManager, MemoryStore, type Store } from "@league-v2/sdk";
import type { Agent } from "../../doors.js";
import { referenceAgent } from "../../self-test/reference.js";
import type { LaunchOptions } from "../../subject/subject.js";
import { willDie } from "./_knowledge.js";

const METHODS = [
  "state",
  "moveTo",
  "admit",
  "addToken",
  "learnWire",
  "member",
  "members",
  "holdsToken",
  "begin",
  "schedule",
  "completedRound",
  "completeRound",
  "lend",
  "giveBack",
  "isAssigned",
  "record",
  "result",
  "tallies",
  "acknowledged",
  "acknowledge",
  "lease",
  "release",
  "onRecorded",
  "close",
] as const satisfies readonly (keyof Store)[];

/** The reference manager whose store does some things in its own way. */
export function withStore(
  change: (inner: Store, launch: LaunchOptions) => Partial<Store>,
): (launch: LaunchOptions) => Agent {
  return (launch) => {
    const memory = new MemoryStore();
    const inner = Object.fromEntries(
      METHODS.map((name) => [name, memory[name].bind(memory)]),
    ) as unknown as Store;
    const { players = 2, referees = 1 } = launch;
    const store = { ...inner, ...change(inner, launch) };
    return createLeagueManager({ leagueId: "league_reference", players, referees, store });
  };
}

/** The reference manager whose process ends when its knowledge says `die`. */
export function mortal(launch: LaunchOptions): Agent {
  const agent = referenceAgent("manager")(launch);
  return {
    role: agent.role,
    connect: (link) => {
      const running = agent.connect(link);
      const registered = new Promise<never>((_, reject) => {
        willDie(launch, () => reject(new Error("Uncaught TypeError: cannot read properties of undefined")));
      });
      return { ...running, registered };
    },
  };
}
