/** Agents with one fault each, which the simulation must find. */
import { type Agent, createLeagueManager, createPlayer, createReferee, type Transport } from "@league-v2/sdk";
import {
  type Draw,
  type MatchLeaseTerms,
  type Member,
  MemoryStore,
  type RecordedResult,
  type Store,
} from "@league-v2/sdk/store";
import { type AgentFactories, sdkFactories } from "../launch.ts";
import { hash } from "../seeded-roll.ts";

type Replacements = { readonly [Access in keyof Store]?: (...args: never[]) => unknown };

/** The faulty agents, by the name of the broken invariant. */
export const faultyAgents: Readonly<Record<string, AgentFactories>> = {
  "every-pair-meets-once": withStore((store) => ({
    begin: (draw: (members: readonly Member[]) => Draw<never>) =>
      store.begin((members) => {
        const drawn = draw(members);
        return "rounds" in drawn ? { rounds: drawn.rounds.slice(0, -1) } : drawn;
      }),
  })),

  "one-result-each": withStore((store) => ({
    // A repeated result is reported as new.
    record: async (result: RecordedResult) => {
      const outcome = await store.record(result);
      return outcome === "repeated" ? "recorded" : outcome;
    },
  })),

  "standings-match-results": withStore((store) => {
    const repeated: string[] = [];
    return {
      // A repeated result changes the standings.
      record: async (result: RecordedResult) => {
        const outcome = await store.record(result);
        if (outcome === "repeated") repeated.push(...Object.keys(result.score));
        return outcome;
      },
      tallies: async () =>
        (await store.tallies()).map((tally) =>
          repeated.includes(tally.player_id) ? { ...tally, played: tally.played + 1 } : tally,
        ),
    };
  }),

  "only-own-token": withStore(() => ({ holdsToken: async () => true })),

  "no-duplicate-notifications": withManagerStore((store) => ({
    // The result is deleted after it is read.
    acknowledged: async (announcement: string) => {
      await store.acknowledged(announcement);
      return new Set();
    },
  })),

  "every-league-ends": withStore((store) => ({
    // A lease that never expires.
    leaseMatch: (match_id: string, referee_id: string, terms: MatchLeaseTerms) =>
      store.leaseMatch(match_id, referee_id, { ...terms, until: Number.POSITIVE_INFINITY }),
  })),

  "no-protocol-violations": withStore((store) => ({
    holdsToken: async (id: string, token: string) => {
      if (hash(token) % 8 === 0) throw new Error("the disk is full");
      return store.holdsToken(id, token);
    },
  })),

  "nothing-acknowledged-is-lost": withManagerStore((store) => ({
    // The result is acknowledged before it is stored.
    record: async (result: RecordedResult) => {
      void store.record(result);
      return "recorded";
    },
  })),

  "within-capacity": {
    ...sdkFactories,
    referee: ({ maxConcurrentMatches = 1, ...options }) =>
      createReferee({ ...options, maxConcurrentMatches: maxConcurrentMatches + 1 }),
  },

  "one-outcome-each": {
    ...sdkFactories,
    referee: ({ journal: _forgotten, ...options }) => createReferee(options),
  },

  "history-is-kept": {
    ...sdkFactories,
    player: ({ history: _forgotten, ...options }) => createPlayer(options),
  },

  "no-choice-too-early": {
    ...sdkFactories,
    referee: (options) => leaking(createReferee(options)),
  },
};

function withStore(replacements: (store: Store) => Replacements): AgentFactories {
  return {
    ...sdkFactories,
    store: () => {
      const store = new MemoryStore();
      return replacing(store, replacements(store));
    },
  };
}

/** A manager's faulty view of a correct store. */
function withManagerStore(replacements: (store: Store) => Replacements): AgentFactories {
  return {
    ...sdkFactories,
    manager: ({ store = new MemoryStore(), ...options }) =>
      createLeagueManager({ ...options, store: replacing(store, replacements(store)) }),
  };
}

function replacing(store: Store, replacements: Replacements): Store {
  return new Proxy(store, {
    get(_target, name) {
      const own = replacements[name as keyof Store] ?? store[name as keyof Store];
      return typeof own === "function" ? own.bind(store) : own;
    },
  });
}

/** A referee that adds the other player's choice to each repeated request. */
function leaking(referee: Agent): Agent {
  return {
    role: "referee",
    connect: (agentContext) =>
      referee.connect({ ...agentContext, transport: leakingTransport(agentContext.transport) }),
  };
}

function leakingTransport(transport: Transport): Transport {
  const choices = new Map<unknown, string>();
  return {
    ...transport,
    async send(request) {
      const { method, params } = JSON.parse(request.body);
      if (method !== "choose_parity") return transport.send(request);
      const known = choices.get(params.match_id);
      const body =
        known === undefined
          ? request.body
          : JSON.stringify({ method, params: { ...params, opponent_choice: known } });
      const reply = await transport.send({ ...request, body });
      choices.set(params.match_id, JSON.parse(reply.body).result?.parity_choice);
      return reply;
    },
  };
}
