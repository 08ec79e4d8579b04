/** The agents that must pass every check. What must outlast their process is in the memory that each life is given. */
import { createLeagueManager, createPlayer, createReferee } from "@league-v2/sdk";
import { MemoryStore } from "@league-v2/sdk/store";
import type { Agent, GameRules } from "../sdk.js";
import type { Memory } from "../subject/in-process-subject.js";
import type { LaunchOptions } from "../subject/subject.js";
import type { Role } from "../types.js";

/**
 * @param rules of the game that a player or a referee serves; default: Even/Odd
 * @param changes options of the SDK that differ from those of the reference agent
 */
export function referenceAgent(
  role: Role,
  rules?: GameRules,
  changes: object = {},
): (launch: LaunchOptions, memory?: Memory) => Agent {
  switch (role) {
    case "player":
      return ({ name }, memory = new Map()) =>
        createPlayer({
          displayName: name,
          choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd"),
          ...(rules === undefined ? {} : { gameTypes: [rules.type] }),
          ...keeping(memory),
          ...changes,
        });
    case "referee":
      return ({ name }, memory = new Map()) =>
        createReferee({
          displayName: name,
          ...(rules === undefined ? {} : { games: [rules] }),
          ...keeping(memory),
          ...journal(memory),
          ...changes,
        });
    case "manager":
      return ({ name, players = 2, referees = 1 }, memory = new Map()) => {
        const store = remembered(memory, "store", () => new MemoryStore());
        const own = { leagueId: "league_reference", players, referees, store, instance: name };
        return createLeagueManager({ ...own, ...changes });
      };
  }
}

/** The thing of that name, made when it is asked for first. */
export function remembered<T>(memory: Memory, name: string, make: () => T): T {
  if (!memory.has(name)) memory.set(name, make());
  return memory.get(name) as T;
}

/** Where a player or a referee keeps its registration. */
function keeping(memory: Memory): object {
  const keeper = {
    load: async () => memory.get("registration") ?? null,
    save: async (kept: unknown) => void memory.set("registration", kept),
  };
  return { keeper };
}

/** Where a referee keeps the matches whose result it has not reported yet. */
function journal(memory: Memory): object {
  const matches = remembered(memory, "journal", () => new Map<string, unknown>());
  const idOf = ({ match_id }: { match_id: string }) => match_id;
  return {
    journal: {
      load: async () => [...matches.values()],
      keep: async (match: { match_id: string }) => void matches.set(idOf(match), match),
      remove: async (match: { match_id: string }) => void matches.delete(idOf(match)),
      clear: async () => matches.clear(),
    },
  };
}
