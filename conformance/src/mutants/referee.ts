/** Faults of referees that take a program. */
import { createReferee } from "@league-v2/sdk";
import { deadlineOf, methodOf, protocol } from "../contract.js";
import { copy, isObject, putAt, valueAt } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { parityOf } from "../peers/actors/result.js";
import { type IncomingReply, seededRandom, TransportError } from "../sdk.js";
import type { FaultInjection, FaultTools } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import { utc } from "../time/iso-time.js";
import { pause, within } from "../time/pause.js";
import { Acquaintances } from "./acquaintances.js";
import {
  all,
  answerInstead,
  answerOf,
  changeCall,
  changeEnding,
  changeReply,
  changeRequest,
  jsonOf,
  mistakesTime,
  observe,
  onCall,
  parse,
  resultReply,
  type Send,
  writesTokenAtTheEnd,
} from "./fault-injection.js";
import type { Mutant } from "./mutant.js";

const announced = protocol.league.defaultMaxConcurrentMatches;

function announces(max_concurrent_matches: number): FaultInjection {
  return changeCall("REFEREE_REGISTER_REQUEST", (message) =>
    isObject(message.referee_meta)
      ? { ...message, referee_meta: { ...message.referee_meta, max_concurrent_matches } }
      : undefined,
  );
}

const CALL = "CHOOSE_PARITY_CALL";

const [JOIN, CHOICE] = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"] as const;

/** A new promise for each use: a shared one would keep its callbacks in memory. */
const never = () => new Promise<never>(() => undefined);

interface Asked {
  /** The message that was sent. */
  message: JsonObject;
  /** Its JSON-RPC id. */
  id: unknown;
  /** The receiver. */
  url: string;
  tools: FaultTools;
}

/** The body of an answer as JSON; undefined if it is none. */
type AnswerChange = (body: unknown, asked: Asked) => unknown | Promise<unknown>;

/** Changes the whole body of the answers to calls of this type; undefined: the answer is not changed. */
function changeAnswer(type: string, change: AnswerChange): FaultInjection {
  return onCall(type, async (send, body, tools, url) => {
    const reply = await send(body);
    const changed = await change(jsonOf(reply.body), {
      message: body.params as JsonObject,
      id: body.id,
      url,
      tools,
    });
    return changed === undefined ? reply : answerOf(changed);
  });
}

/** Changes the message in the answers to calls of this type. */
export function changeAnswered(
  type: string,
  change: (result: JsonObject, asked: Asked) => JsonObject | undefined,
): FaultInjection {
  return changeAnswer(type, (body, asked) => {
    const result = isObject(body) && isObject(body.result) ? change(body.result, asked) : undefined;
    return result === undefined || !isObject(body) ? undefined : { ...body, result };
  });
}

/** Sends another message with each call of this type. */
function alsoSends(
  type: string,
  extra: (message: JsonObject, url: string) => readonly { url: string; body: JsonObject }[],
): FaultInjection {
  return {
    transport: (inner) => ({
      send: (request) => {
        const { params } = parse(request.body) ?? {};
        const message = isObject(params) ? params : {};
        for (const one of message.message_type === type ? extra(message, request.url) : []) {
          const { signal } = new AbortController();
          void inner
            .send({ ...request, url: one.url, body: JSON.stringify(one.body), signal })
            .catch(() => undefined);
        }
        return inner.send(request);
      },
    }),
  };
}

/** IS has no order: its announcement names the addresses of the players. */
export const startsOnAnnouncement: FaultInjection = {
  handler:
    (inner, { launch }) =>
    async (http) => {
      const reply = await inner(http);
      const body = jsonOf(typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body));
      if (!isObject(body) || body.method !== "notify_round" || !isObject(body.params)) return reply;
      const { matches, ...round } = body.params;
      for (const match of Array.isArray(matches) ? matches.filter(isObject) : []) {
        if (
          !String(match.referee_endpoint).includes(`:${launch.port}/`) ||
          match.player_A_endpoint === undefined
        )
          continue;
        const params = { ...round, ...match, message_type: "RUN_MATCH" };
        await inner({ ...http, body: JSON.stringify({ ...body, method: "run_match", params }) });
      }
      return reply;
    },
};

function announcedIn({ matches }: JsonObject): JsonObject[] {
  return Array.isArray(matches) ? matches.filter(isObject) : [];
}

// Makes the reference referee play a match a second time, with the same id.

/** The id of the repetition inside of the referee. */
const repetitionOf = (matchId: unknown): string => `${String(matchId)}.again`;

/** Every RUN_MATCH of a match that `known` already is played again. */
function replaysMatch(known: (matchId: unknown) => boolean): FaultInjection {
  return all(
    changeRequest("RUN_MATCH", (order) =>
      known(order.match_id) ? { ...order, match_id: repetitionOf(order.match_id) } : undefined,
    ),
    changeReply("RUN_MATCH", (ack) =>
      typeof ack.match_id === "string"
        ? { ...ack, match_id: ack.match_id.replace(/\.again$/, "") }
        : undefined,
    ),
    onCall("*", async (send, body) => {
      const params = body.params as JsonObject;
      const { match_id } = params;
      if (typeof match_id !== "string" || !match_id.endsWith(".again")) return send(body);
      const real = match_id.replace(/\.again$/, "");
      const reply: IncomingReply = await send({ ...body, params: { ...params, match_id: real } });
      return jsonOf(reply.body) === undefined
        ? reply
        : { ...reply, body: reply.body.replaceAll(`"${real}"`, `"${match_id}"`) };
    }),
  );
}

const { minimum, maximum } = protocol.draw;

const RANGE = maximum - minimum + 1;

/** Replaces the result of `below(10)`, which only the draw uses. */
function drawsBy(index: (below: (n: number) => number) => number): FaultInjection {
  return {
    random: (inner) => ({
      bytes: (n) => inner.bytes(n),
      below: (n) => (n === RANGE ? index((limit) => inner.below(limit)) : inner.below(n)),
    }),
  };
}

/** Repeats the call after its deadline, and waits as long again. */
function asksTwice(type: string): FaultInjection {
  const deadline = deadlineOf(type);
  const asking = onCall(type, (send, body, { clock }) => {
    const first = send(body);
    const again = pause(clock, deadline).then(() => send(body));
    return Promise.race([first, again]);
  });
  return all(mistakesTime(deadline, 2 * deadline), asking);
}

const REGISTER = "REFEREE_REGISTER_REQUEST";

const deadline = deadlineOf(REGISTER);

const attempts = 1 + (methodOf(REGISTER)?.retries ?? 0);

const ASKED = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"] as const;

const onBoth = (make: (type: string) => FaultInjection): FaultInjection => all(...ASKED.map(make));

/** The first answer to any attempt of a call counts; every attempt waits without a limit. */
function keepsListening(type: string): FaultInjection {
  const open = new Map<string, Promise<IncomingReply>[]>();
  return {
    transport: (inner) => ({
      send: async (request) => {
        const body = jsonOf(request.body);
        const message = isObject(body) && isObject(body.params) ? body.params : {};
        if (!isObject(body) || message.message_type !== type) return inner.send(request);
        const key = `${String(message.match_id)} ${request.url}`;
        const asked = inner.send({ ...request, signal: new AbortController().signal });
        const all = [...(open.get(key) ?? []), asked];
        open.set(key, all);
        const reply = await Promise.any(all);
        const answer = jsonOf(reply.body);
        return isObject(answer) ? { ...reply, body: JSON.stringify({ ...answer, id: body.id }) } : reply;
      },
    }),
  };
}

const REPORT = "MATCH_RESULT_REPORT";

const REPORT_ATTEMPTS = 1 + (methodOf(REPORT)?.retries ?? 0);

const { win } = protocol.points;

function atMost(answer: ReturnType<Send>, over: Promise<void>): ReturnType<Send> {
  const late = over.then(() => {
    throw new TransportError("aborted", "given up");
  });
  return Promise.race([answer, late]);
}

/** Sends the request once more after half of its deadline. */
function repeatsOpen(type: typeof JOIN | typeof CHOICE): FaultInjection {
  return onCall(type, (send, body, { clock }) => {
    const answer = send(body);
    void within(clock, deadlineOf(type) / 2, answer, () =>
      send({ ...body, id: `again-${String(body.id)}` }),
    ).catch(() => undefined);
    return answer;
  });
}

/** Sends each repetition of a call twice. */
function repeatsTwice(type: string): FaultInjection {
  const known = new Set<string>();
  return onCall(type, (send, body, _, url) => {
    const key = `${String((body.params as JsonObject).match_id)} ${url}`;
    if (known.has(key)) void send({ ...body, id: `copy-${String(body.id)}` }).catch(() => undefined);
    known.add(key);
    return send(body);
  });
}

const OVER = "GAME_OVER";

const A_WHILE_MS = 3_000;

/** Changes the points of each player in a report. */
function scoring(change: (points: number, result: JsonObject) => number | undefined): FaultInjection {
  return changeCall(REPORT, (report) => {
    const { result } = report;
    if (!isObject(result) || !isObject(result.score)) return undefined;
    const score = Object.entries(result.score).map(([id, points]) => [id, change(Number(points), result)]);
    return { ...report, result: { ...result, score: Object.fromEntries(score) } };
  });
}

export const refereeMutants: readonly Mutant[] = [
  {
    id: "referee:win-scores-two",
    fault: "Gives two points for a win.",
    breaks: ["REF-REP-03"],
    inject: scoring((points) => (points === win ? 2 : points)),
  },
  {
    id: "referee:scores-only-the-winner",
    fault: "Leaves the loser out of the score.",
    breaks: ["REF-REP-03"],
    inject: scoring((points, { winner }) => (winner !== null && points === 0 ? undefined : points)),
  },
  {
    id: "referee:technical-win-scores-one",
    fault: "Gives one point for a win by technical loss.",
    breaks: ["REF-REP-03"],
    inject: scoring((points, { status }) => (status === "TECHNICAL_LOSS" && points === win ? 1 : points)),
  },
  {
    id: "referee:reports-another-winner",
    fault: "Reports the loser as the winner.",
    breaks: ["REF-REP-02"],
    inject: changeCall(REPORT, (report) => {
      const { result } = report;
      if (!isObject(result) || !isObject(result.score)) return undefined;
      const loser = Object.keys(result.score).find((id) => result.winner !== null && id !== result.winner);
      return { ...report, result: { ...result, winner: loser ?? null } };
    }),
  },
  {
    id: "referee:overbooks",
    fault: "Runs more matches at once than it has announced.",
    breaks: ["REF-RUN-06"],
    agent: ({ name }) => createReferee({ displayName: name, maxConcurrentMatches: 50 }),
    inject: announces(announced),
  },
  {
    id: "referee:one-match-at-a-time",
    fault: "Runs one match at a time, having announced two.",
    breaks: ["REF-PAR-02"],
    agent: ({ name }) => createReferee({ displayName: name, maxConcurrentMatches: 1 }),
    inject: announces(announced),
  },
  {
    id: "referee:sends-results-to-others",
    fault: "Sends the result to the players of other matches too.",
    breaks: ["REF-PAR-01"],
    inject: () => {
      const known = new Acquaintances();
      const loud = alsoSends("GAME_OVER", (message) => {
        const others = [...known.matches].flatMap(([id, players]) =>
          id === message.match_id ? [] : players,
        );
        return others.map(({ url }, index) => ({
          url,
          body: { jsonrpc: "2.0", id: `loud-${index}`, method: "notify_match_result", params: message },
        }));
      });
      return all(known.listening, loud);
    },
  },
  {
    id: "referee:notifies-both-of-an-error",
    fault: "Sends each GAME_ERROR to both players of the match.",
    breaks: ["REF-CHOICE-02"],
    inject: () => {
      const known = new Acquaintances();
      const toBoth = alsoSends("GAME_ERROR", (message, url) => {
        const others = known.matches.get(message.match_id)?.filter((player) => player.url !== url) ?? [];
        return others.map((player) => ({
          url: player.url,
          body: { jsonrpc: "2.0", method: "notify_game_error", params: message },
        }));
      });
      return all(known.listening, toBoth);
    },
  },
  {
    id: "referee:publishes-capitals",
    fault: "Accepts EVEN as even, and publishes it in capitals.",
    breaks: ["REF-CHOICE-09"],
    inject: () => {
      const raw = new Map<string, string>();
      return all(
        changeAnswered(CALL, ({ parity_choice, ...answer }) => {
          const choice = String(parity_choice).toLowerCase();
          if (choice === parity_choice || !/^(even|odd)$/.test(choice)) return undefined;
          raw.set(`${String(answer.match_id)} ${String(answer.player_id)}`, String(parity_choice));
          return { ...answer, parity_choice: choice };
        }),
        changeEnding(({ choices, matchId, players }) => ({
          choices: Object.fromEntries(players.map((id) => [id, raw.get(`${matchId} ${id}`) ?? choices[id]])),
        })),
      );
    },
  },
  {
    id: "referee:repeats-results-for-another-reason",
    fault: "Sends GAME_OVER again, with another reason, to a player that answers it with an HTTP error.",
    breaks: ["REF-OVER-01"],
    inject: onCall("GAME_OVER", async (send, body) => {
      const reply = await send(body);
      const again = copy(body);
      putAt(again, "/params/game_result/reason", "It was so.");
      return reply.status < 500 ? reply : send(again);
    }),
  },
  {
    id: "referee:asks-before-both-have-joined",
    fault: "Calls a player for its choice as soon as that one has joined.",
    breaks: ["REF-INV-04"],
    inject: onCall("GAME_INVITATION", async (send, body, { clock }) => {
      const reply = await send(body);
      const {
        league_id: _,
        role_in_match: __,
        opponent_id,
        round_id,
        ...invitation
      } = body.params as JsonObject;
      const player_id = /"player_id":"([^"]+)"/.exec(reply.body)?.[1];
      const context = { opponent_id, round_id, your_standings: { wins: 0, losses: 0, draws: 0 } };
      const deadline = utc(clock.now() + deadlineOf("CHOOSE_PARITY_CALL"));
      const call = { ...invitation, message_type: "CHOOSE_PARITY_CALL", player_id, context, deadline };
      void send({
        jsonrpc: "2.0",
        id: `early-${String(body.id)}`,
        method: "choose_parity",
        params: call,
      }).catch(() => undefined);
      return reply;
    }),
  },
  {
    id: "referee:sides-in-order-of-ids",
    fault: "Invites the player whose id comes first as player A.",
    breaks: ["REF-INV-02"],
    inject: () => {
      const known = new Acquaintances();
      const wrong = onCall(JOIN, (send, body, _, url) => {
        const invitation = body.params as JsonObject;
        const isFirst = String(known.receiver(url, invitation)?.id) < String(invitation.opponent_id);
        return send({ ...body, params: { ...invitation, role_in_match: isFirst ? "PLAYER_A" : "PLAYER_B" } });
      });
      return all(known.listening, wrong);
    },
  },
  {
    id: "referee:choices-in-order-of-ids",
    fault: "Publishes player A's choice under the id that comes first.",
    breaks: ["REF-DRAW-06"],
    inject: changeEnding(({ choices, players }) => {
      const sorted = players.toSorted();
      return {
        choices: Object.fromEntries(sorted.map((id, index) => [id, choices[String(players[index])]])),
      };
    }),
  },
  {
    id: "referee:announces-rounds",
    fault: "Announces the next round to the players.",
    breaks: ["REF-END-01"],
    inject: alsoSends("GAME_OVER", ({ game_result: _, ...envelope }, url) => {
      const round = { message_type: "ROUND_ANNOUNCEMENT", league_id: "l", round_id: 2, matches: [] };
      const params = { ...envelope, ...round };
      return [{ url, body: { jsonrpc: "2.0", id: "usurped", method: "notify_round", params } }];
    }),
  },
  {
    id: "referee:registers-a-player",
    fault: "Registers a player with the league manager.",
    breaks: ["REF-END-01"],
    inject: alsoSends("REFEREE_REGISTER_REQUEST", ({ referee_meta, ...envelope }, url) => {
      const player_meta = {
        ...(referee_meta as JsonObject),
        display_name: "my-player",
        contact_endpoint: "http://127.0.0.1:8199/mcp",
      };
      const params = { ...envelope, message_type: "LEAGUE_REGISTER_REQUEST", player_meta };
      return [{ url, body: { jsonrpc: "2.0", id: "usurped", method: "register_player", params } }];
    }),
  },
  {
    id: "referee:plays-every-announced-match",
    fault: "Plays the matches of every referee.",
    breaks: ["REF-RUN-08"],
    inject: all(
      startsOnAnnouncement,
      changeRequest("ROUND_ANNOUNCEMENT", (round) => {
        const own = announcedIn(round).at(-1)?.referee_endpoint;
        return {
          ...round,
          matches: announcedIn(round).map((match) => ({ ...match, referee_endpoint: own })),
        };
      }),
    ),
  },
  {
    id: "referee:plays-announcements-too",
    fault: "Plays a match when it is announced, and again when it is ordered.",
    breaks: ["REF-END-03"],
    inject: () => {
      const announced = new Set<unknown>();
      const stores = changeRequest("ROUND_ANNOUNCEMENT", (round) => {
        for (const { match_id } of announcedIn(round)) announced.add(match_id);
        return undefined;
      });
      return all(
        startsOnAnnouncement,
        stores,
        replaysMatch((matchId) => announced.has(matchId)),
      );
    },
  },
  {
    id: "referee:writes-its-token-at-the-end",
    fault: "Writes its token to its output when it is ordered to shut down.",
    breaks: ["TRN-SAFE-04"],
    inject: writesTokenAtTheEnd,
  },
  {
    id: "referee:ends-with-an-error",
    fault: "Ends with the exit status 1 at shutdown.",
    breaks: ["REF-END-04"],
    agent: (launch, _, memory) => {
      const agent = referenceAgent("referee")(launch, memory);
      return {
        role: agent.role,
        connect: (link) => {
          const running = agent.connect(link);
          const failed = running.done.then(() => Promise.reject(new Error("ordered to end")));
          const registered = Promise.race([running.registered.then(never), failed]);
          return { ...running, done: never(), registered };
        },
      };
    },
  },
  {
    id: "referee:loses-its-identity",
    fault: "Registers as a new agent when it is started again.",
    breaks: ["REF-KEEP-01"],
    lasting: true,
    agent: (launch) => referenceAgent("referee")(launch),
  },
  {
    id: "referee:loses-its-results",
    fault: "Plays a match again that it had decided and not reported when it was killed.",
    breaks: ["REF-KEEP-02"],
    lasting: true,
    agent: (launch, _, memory) => {
      memory.delete("journal");
      return referenceAgent("referee")(launch, memory);
    },
  },
  {
    id: "referee:leaves-open-matches",
    fault: "Acknowledges a match that was under way when it was killed, and does not play it.",
    breaks: ["REF-KEEP-03"],
    lasting: true,
    agent: (launch, _, memory) => {
      memory.delete("journal");
      return referenceAgent("referee")(launch, memory);
    },
    inject: () =>
      answerInstead("RUN_MATCH", ({ match_id, conversation_id }, body, { launch }) =>
        launch.after === undefined
          ? undefined
          : resultReply(body, {
              message_type: "RUN_MATCH_ACK",
              match_id,
              conversation_id,
              status: "acknowledged",
            }),
      ),
  },
  {
    id: "referee:notifies-both-again",
    fault: "Sends GAME_OVER to both players again when one of them has not acknowledged it.",
    breaks: ["REF-OVER-01"],
    inject: () => {
      const repeats = new Map<unknown, () => void>();
      return onCall("GAME_OVER", async (send, body) => {
        const { match_id } = body.params as JsonObject;
        try {
          const reply = await send(body);
          repeats.set(match_id, () => void send({ ...body, id: "again" }).catch(() => undefined));
          return reply;
        } catch (error) {
          repeats.get(match_id)?.();
          throw error;
        }
      });
    },
  },
  {
    id: "referee:drops-the-queue-after-a-technical-loss",
    fault: "Drops the waiting matches when one ends in a technical loss.",
    breaks: ["REF-RUN-06"],
    inject: () => {
      const waiting = new Set<unknown>();
      const dropped = new Set<unknown>();
      return all(
        changeRequest("RUN_MATCH", ({ match_id }) => {
          waiting.add(match_id);
          return undefined;
        }),
        onCall("*", (send, body) => {
          const message = body.params as JsonObject;
          waiting.delete(message.match_id);
          if (valueAt(message, "/result/status") === "TECHNICAL_LOSS")
            for (const one of waiting) dropped.add(one);
          return dropped.has(message.match_id) ? never() : send(body);
        }),
      );
    },
  },
  {
    id: "referee:takes-a-corrected-choice-for-even",
    fault: "Publishes even for a player that has sent an invalid choice first, instead of its next choice.",
    breaks: ["REF-DRAW-06"],
    inject: () => {
      const corrected = new Map<string, string>();
      return all(
        changeCall("GAME_ERROR", ({ error_code, match_id, affected_player }) => {
          if (error_code === "E004") corrected.set(String(match_id), String(affected_player));
          return undefined;
        }),
        changeEnding(({ matchId, choices, number, players }) => {
          const player = corrected.get(matchId);
          if (player === undefined || number === null) return undefined;
          const published: JsonObject = { ...choices, [player]: "even" };
          const [winner, other] = players.filter((id) => published[id] === parityOf(number));
          return winner !== undefined && other === undefined
            ? { choices: published, winner, status: "WIN" }
            : { choices: published, winner: null, status: "DRAW" };
        }),
      );
    },
  },
  {
    id: "referee:draws-in-turn",
    fault: "Draws 1, 2, 3 and so on, and after 10 again 1.",
    breaks: ["REF-DRAW-02"],
    inject: () => {
      let drawn = 0;
      return drawsBy(() => drawn++ % RANGE);
    },
  },
  {
    id: "referee:draws-the-same-after-each-start",
    fault: "Draws from a generator with the same seed each time.",
    breaks: ["REF-DRAW-02"],
    inject: () => {
      const { below } = seededRandom("42");
      return drawsBy(() => below(RANGE));
    },
  },
  {
    id: "referee:favours-five-numbers",
    fault: "Draws the numbers up to 5 five times as often as the others.",
    breaks: ["REF-DRAW-02"],
    inject: drawsBy((below) => (below(6) < 5 ? below(RANGE / 2) : RANGE / 2 + below(RANGE / 2))),
  },
  {
    wire: "flat",
    id: "referee:flat-invites-again",
    fault: "Invites a player that has not joined a second time, in the flat dialect.",
    breaks: ["REF-LOSS-09"],
    inject: asksTwice("GAME_INVITATION"),
  },
  {
    wire: "flat",
    id: "referee:flat-asks-again",
    fault: "Calls a player that has not chosen a second time, in the flat dialect.",
    breaks: ["REF-LOSS-09"],
    inject: asksTwice("CHOOSE_PARITY_CALL"),
  },
  {
    id: "referee:never-draws-the-same-again",
    fault: "Draws again when a number is the same as the one before.",
    breaks: ["REF-DRAW-02"],
    inject: () => {
      let last = -1;
      return drawsBy((draw) => {
        let index = draw(RANGE);
        while (index === last) index = draw(RANGE);
        last = index;
        return index;
      });
    },
  },
  {
    id: "referee:registers-without-limit",
    fault: "Keeps registering after its last attempt.",
    breaks: ["REF-REG-03"],
    inject: () => {
      let count = 0;
      return onCall(REGISTER, (send, body, { clock }) => {
        const again = () => {
          void send(body).catch(() => undefined);
          clock.after(deadline / 2, again);
        };
        count += 1;
        if (count === attempts) clock.after(deadline / 2, again);
        return send(body);
      });
    },
  },
  {
    id: "referee:retries-without-pause",
    fault: "Makes equal, very short pauses between its attempts to register.",
    breaks: ["REF-REG-03"],
    inject: {
      clock: (inner) => ({
        now: () => inner.now(),
        after: (ms, run) => inner.after(ms > 0 && ms < 1_000 ? 20 : ms, run),
      }),
    },
  },
  {
    id: "referee:accepts-late-answers",
    fault: "Accepts an answer that arrives after its deadline.",
    breaks: ["REF-REPLY-03"],
    inject: () => onBoth((type) => keepsListening(type)),
  },
  {
    id: "referee:reports-without-limit",
    fault: "Repeats a report without a limit until it is acknowledged.",
    breaks: ["REF-REP-04", "REF-REP-02"],
    inject: () => {
      const counts = new Map<unknown, number>();
      return onCall(REPORT, (send, body, { clock }) => {
        const { match_id } = body.params as JsonObject;
        const count = (counts.get(match_id) ?? 0) + 1;
        counts.set(match_id, count);
        const again = () => {
          void send(body).catch(() => undefined);
          clock.after(deadlineOf(REPORT), again);
        };
        if (count === REPORT_ATTEMPTS) clock.after(deadlineOf(REPORT) * 0.9, again);
        return send(body);
      });
    },
  },
  {
    id: "referee:one-clock-for-a-match",
    fault: "Counts the thirty seconds for a choice from the invitation on.",
    breaks: ["REF-CHOICE-05"],
    inject: () => {
      const begun = new Map<unknown, number>();
      return onCall("*", (send, body, { clock }) => {
        const { message_type, match_id } = body.params as JsonObject;
        if (message_type === JOIN && !begun.has(match_id)) begun.set(match_id, clock.now());
        const left = (begun.get(match_id) ?? clock.now()) + deadlineOf(CHOICE) - clock.now();
        return message_type === CHOICE ? atMost(send(body), pause(clock, Math.max(1, left))) : send(body);
      });
    },
  },
  {
    id: "referee:repeats-open-calls",
    fault: "Repeats a choice call that is still open.",
    breaks: ["REF-CHOICE-05"],
    inject: repeatsOpen(CHOICE),
  },
  {
    id: "referee:invites-too-often",
    fault: "Sends each repeated invitation twice.",
    breaks: ["REF-JOIN-02", "REF-LOSS-01"],
    inject: () => repeatsTwice(JOIN),
  },
  {
    id: "referee:plays-repeats",
    fault: "Plays a match again for each RUN_MATCH that it receives.",
    breaks: ["REF-RUN-04"],
    inject: () => {
      const known = new Set<unknown>();
      const again = replaysMatch((matchId) => {
        const repeated = known.has(matchId);
        known.add(matchId);
        return repeated;
      });
      return again;
    },
  },
  {
    id: "referee:notifies-a-player-again-later",
    fault: "Sends B another GAME_OVER three seconds after the first one was acknowledged.",
    breaks: ["REF-OVER-01"],
    inject: () => {
      const known = new Acquaintances();
      const again = onCall(OVER, async (send, body, { clock }, url) => {
        const reply = await send(body);
        if (known.receiver(url, body.params as JsonObject)?.side === "B") {
          const { id } = body;
          void pause(clock, A_WHILE_MS)
            .then(() => send({ ...body, id: `again-${String(id)}` }))
            .catch(() => undefined);
        }
        return reply;
      });
      return all(known.listening, again);
    },
  },
  {
    id: "referee:reports-choices-crosswise",
    fault: "Reports the choices of a technical loss each under the other player's id.",
    breaks: ["REF-CHOICE-06", "REF-LOSS-01"],
    inject: changeCall("MATCH_RESULT_REPORT", ({ result, ...message }) => {
      if (!isObject(result) || result.status !== "TECHNICAL_LOSS" || !isObject(result.details))
        return undefined;
      const { choices } = result.details;
      const [[a = "", ofA] = [], [b = "", ofB] = []] = Object.entries(isObject(choices) ? choices : {});
      return {
        ...message,
        result: { ...result, details: { ...result.details, choices: { [a]: ofB, [b]: ofA } } },
      };
    }),
  },
  {
    id: "referee:replays-an-earlier-finished-match",
    fault: "Plays a finished match again when it is assigned again after another one.",
    breaks: ["REF-RUN-04"],
    inject: () => {
      const finished = new Set<unknown>();
      let last: unknown;
      return all(
        changeCall("MATCH_RESULT_REPORT", ({ match_id }) => {
          finished.add(match_id);
          last = match_id;
          return undefined;
        }),
        replaysMatch((matchId) => finished.has(matchId) && matchId !== last),
      );
    },
  },
  {
    id: "referee:reports-again-at-the-end",
    fault: "Sends its last report again when the league is completed.",
    breaks: ["REF-END-03"],
    inject: () => {
      let again: () => void = () => undefined;
      return all(
        onCall("MATCH_RESULT_REPORT", (send, body) => {
          again = () => void send({ ...body, id: "at-the-end" }).catch(() => undefined);
          return send(body);
        }),
        observe("LEAGUE_COMPLETED", () => again()),
      );
    },
  },
];
