import { roundRobin } from "@league-v2/sdk/store";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { pause } from "../../time/pause.js";
import { all, answerInstead, changeCall, onCall } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { acknowledged, keepsFrom, type ObservedLeague, withLeague } from "./league-changes.js";

const LATER_MS = 60;

/** Changes the matches of every announcement. */
function announces(change: (match: JsonObject) => JsonObject) {
  return changeCall("ROUND_ANNOUNCEMENT", (message) => ({
    ...message,
    matches: (message.matches as JsonObject[]).map(change),
  }));
}

/** The announcement of the round after this one. */
function nextRound(message: JsonObject, { members }: ObservedLeague): JsonObject | undefined {
  const idsOf = (role: string) => members.filter((member) => member.role === role).map(({ id }) => id);
  const next = roundRobin(idsOf("player"), idsOf("referee"))[Number(message.round_id)];
  const endpointOf = (id: string) => members.find((member) => member.id === id)?.url;
  return next === undefined
    ? undefined
    : {
        ...message,
        ...next,
        matches: next.matches.map((match) => ({ ...match, referee_endpoint: endpointOf(match.referee_id) })),
      };
}

export const managerRoundsMutants: readonly Mutant[] = [
  {
    id: "manager:announces-only-to-playing-players",
    fault: "Does not announce a round to the player without a match in it.",
    inject: withLeague(({ at }) =>
      keepsFrom("ROUND_ANNOUNCEMENT", (url, { matches }) => {
        const member = at(url);
        const plays = (match: JsonObject) =>
          match.player_A_id === member?.id || match.player_B_id === member?.id;
        return member?.role === "player" && !(matches as JsonObject[]).some(plays);
      }),
    ),
  },
  {
    id: "manager:loses-the-last-player",
    fault: "Announces rounds to all players but the one that registered last.",
    inject: withLeague(({ at, members }) =>
      keepsFrom("ROUND_ANNOUNCEMENT", (url) => at(url) === members.at(-1)),
    ),
  },
  {
    id: "manager:plays-a-round-unannounced",
    fault: "Announces the second round to no player, and assigns its matches.",
    inject: withLeague(() => keepsFrom("ROUND_ANNOUNCEMENT", (_, { round_id }) => round_id === 2)),
  },
  {
    id: "manager:plays-before-it-announces",
    fault: "Assigns the matches of a round before it announces it.",
    inject: onCall("ROUND_ANNOUNCEMENT", (send, body, { clock }) => {
      void pause(clock, LATER_MS)
        .then(() => send(body))
        .catch(() => undefined);
      return Promise.resolve(acknowledged(body));
    }),
  },
  {
    id: "manager:announces-no-endpoint",
    fault: "Leaves the referee's endpoint out of its announcements.",
    inject: announces(({ referee_endpoint: _, ...match }) => match),
  },
  {
    id: "manager:announces-its-own-endpoint",
    fault: "Announces its own address as that of the referee.",
    inject: changeCall("ROUND_ANNOUNCEMENT", (message, { tools }) => ({
      ...message,
      matches: (message.matches as JsonObject[]).map((match) => ({
        ...match,
        referee_endpoint: tools.launch.league,
      })),
    })),
  },
  {
    id: "manager:announces-half-a-match",
    fault: "Names only one of the players of a match.",
    inject: announces(({ player_B_id: _, ...match }) => match),
  },
  {
    id: "manager:announces-only-your-own-match",
    fault: "Announces to a player only its own match of a round.",
    inject: withLeague(({ at }) =>
      onCall("ROUND_ANNOUNCEMENT", (send, body, _, url) => {
        const message = body.params as JsonObject;
        const member = at(url);
        const own = (message.matches as JsonObject[]).filter(({ player_A_id, player_B_id }) =>
          [player_A_id, player_B_id].includes(member?.id),
        );
        return send(member?.role === "player" ? { ...body, params: { ...message, matches: own } } : body);
      }),
    ),
  },
  {
    id: "manager:announces-byes",
    fault: 'Announces a match against "BYE" for the player without a match in the round.',
    inject: withLeague(({ members }) =>
      changeCall("ROUND_ANNOUNCEMENT", (message) => {
        const matches = message.matches as JsonObject[];
        const playing = matches.flatMap(({ player_A_id, player_B_id }) => [player_A_id, player_B_id]);
        const idle = members.find(({ role, id }) => role === "player" && !playing.includes(id));
        if (idle === undefined) return undefined;
        const match_id = `R${String(message.round_id)}M${matches.length + 1}`;
        const bye = { ...matches[0], match_id, player_A_id: idle.id, player_B_id: "BYE" };
        return { ...message, matches: [...matches, bye] };
      }),
    ),
  },
  {
    id: "manager:announces-the-first-referee",
    fault: "Announces the address of the first referee for every match.",
    inject: withLeague(({ members }) =>
      announces((match) => ({
        ...match,
        referee_endpoint: members.find(({ role }) => role === "referee")?.url,
      })),
    ),
  },
  {
    id: "manager:announces-other-sides",
    fault: "Exchanges PLAYER_A and PLAYER_B in announcements.",
    inject: announces((match) => ({
      ...match,
      player_A_id: match.player_B_id,
      player_B_id: match.player_A_id,
    })),
  },
  {
    id: "manager:standings-come-last",
    fault: "Sends the standings of a round after ROUND_COMPLETED.",
    inject: onCall("LEAGUE_STANDINGS_UPDATE", (send, body, { clock }) => {
      void pause(clock, LATER_MS)
        .then(() => send(body))
        .catch(() => undefined);
      return Promise.resolve(acknowledged(body));
    }),
  },
  {
    id: "manager:ends-before-the-last-round",
    fault: "Sends ROUND_COMPLETED of the last round after LEAGUE_COMPLETED.",
    inject: onCall("ROUND_COMPLETED", (send, body, { clock }) => {
      if (!isObject(body.params) || body.params.next_round_id !== null) return send(body);
      void pause(clock, LATER_MS)
        .then(() => send(body))
        .catch(() => undefined);
      return Promise.resolve(acknowledged(body));
    }),
  },
  {
    id: "manager:announces-the-next-round-first",
    fault: "Sends ROUND_COMPLETED of a round when it has announced the next.",
    inject: onCall("ROUND_COMPLETED", (send, body, { clock }) => {
      if (!isObject(body.params) || body.params.next_round_id === null) return send(body);
      void pause(clock, LATER_MS)
        .then(() => send(body))
        .catch(() => undefined);
      return Promise.resolve(acknowledged(body));
    }),
  },
  {
    id: "manager:starts-next-round-early",
    fault: "Announces the next round as soon as one match of a round is reported.",
    inject: withLeague((observed) => {
      const announcedEarly = new Set<unknown>();
      return all(
        answerInstead("MATCH_RESULT_REPORT", ({ round_id }) => {
          const message = observed.announced.get(round_id);
          const early =
            message === undefined || announcedEarly.has(round_id) ? undefined : nextRound(message, observed);
          announcedEarly.add(round_id);
          if (early !== undefined) {
            for (const member of observed.members)
              if (member.role === "player") observed.tell(member, "notify_round", early);
          }
          return undefined;
        }),
        keepsFrom(
          "ROUND_ANNOUNCEMENT",
          (url, { round_id }) => Number(round_id) > 1 && observed.at(url)?.role === "player",
        ),
      );
    }),
  },
  {
    id: "manager:sends-no-standings",
    fault: "Sends no standings after its rounds.",
    inject: keepsFrom("LEAGUE_STANDINGS_UPDATE", () => true),
  },
  {
    id: "manager:standings-without-round",
    fault: "Sends standings with the id of the next round.",
    inject: changeCall("LEAGUE_STANDINGS_UPDATE", (message) => ({
      ...message,
      round_id: Number(message.round_id) + 1,
    })),
  },
  {
    id: "manager:last-round-without-standings",
    fault: "Sends no standings after the last round.",
    inject: withLeague(({ announced, members }) =>
      keepsFrom("LEAGUE_STANDINGS_UPDATE", () => {
        const players = members.filter(({ role }) => role === "player").length;
        return announced.size === players - 1 + (players % 2);
      }),
    ),
  },
  {
    id: "manager:completes-no-rounds",
    fault: "Never sends ROUND_COMPLETED.",
    inject: keepsFrom("ROUND_COMPLETED", () => true),
  },
  {
    id: "manager:round-after-the-last",
    fault: "Names a next round after the last one.",
    inject: changeCall("ROUND_COMPLETED", (message) => ({
      ...message,
      next_round_id: Number(message.round_id) + 1,
    })),
  },
  {
    id: "manager:miscounts-matches",
    fault: "Counts one match too many in every round.",
    inject: changeCall("ROUND_COMPLETED", (message) => ({
      ...message,
      matches_played: Number(message.matches_played) + 1,
    })),
  },
  {
    id: "manager:closes-a-round-twice",
    fault: "Closes a round twice when two reports arrive at the same time.",
    inject: () => {
      let last_ms = 0;
      let raced = false;
      return all(
        answerInstead("MATCH_RESULT_REPORT", (_, __, { clock }) => {
          raced = clock.now() === last_ms;
          last_ms = clock.now();
          return undefined;
        }),
        onCall("ROUND_COMPLETED", async (send, body) => {
          if (raced) await send(body);
          return send(body);
        }),
      );
    },
  },
  {
    id: "manager:counts-unreachable-announcements",
    fault: "Counts an announcement that reached no player as a success.",
    inject: onCall("ROUND_ANNOUNCEMENT", (send, body) => send(body).catch(() => acknowledged(body))),
  },
  {
    id: "manager:ends-when-no-player-is-reachable",
    fault: "Does nothing more when no player can be reached.",
    inject: withLeague(({ stop, at }) => {
      let reached = false;
      return all(
        onCall("ROUND_ANNOUNCEMENT", async (send, body, _, url) => {
          const reply = await send(body);
          reached ||= at(url)?.role === "player" && isObject(JSON.parse(reply.body));
          return reply;
        }),
        onCall("RUN_MATCH", (send, body) => {
          if (!reached) stop();
          return reached ? send(body) : new Promise(() => undefined);
        }),
      );
    }),
  },
];
