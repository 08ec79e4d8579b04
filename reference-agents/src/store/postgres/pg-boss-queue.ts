/** The matches that wait for a referee, in a queue that all managers of a league share: pg-boss. */
import { protocol } from "@league-v2/contract";
import { secureRandom, systemClock } from "@league-v2/sdk";
import { longestMatchLeaseMs, type MatchQueue } from "@league-v2/sdk/store";
import type { JobResult, PgBoss, Queue, WorkOptions } from "pg-boss";
import { reasonOf } from "../../files/index.js";
import { retrying } from "./retrying.js";

export interface BossQueueOptions {
  readonly url: string;
  readonly leagueId: string;
  /** Called when an operation of pg-boss fails; pg-boss tries again automatically. */
  readonly onConnectionError?: (message: string) => void;
}

/** The data of a job: a match. */
interface Job {
  readonly match_id: string;
}

/** Connections of each manager, in addition to those of its store. */
const connections = 4;

/** How many matches one manager has under way at a time. */
const workers = 8;
const batch = 16;

/** A killed manager is detected after this time without a heartbeat; it is the minimum of pg-boss. */
const heartbeatSeconds = 10;

/** The interval between checks for managers without a heartbeat, and for jobs without a notice. */
const pollSeconds = 2;

const msPerSecond = 1000;

const rules: Omit<Queue, "name"> = {
  // A match that waits or is under way is not added again.
  policy: "exclusive",
  // Retried until it is acknowledged.
  retryLimit: 10_000,
  retryDelay: Math.ceil(protocol.retries.pauseMs / msPerSecond),
  expireInSeconds: Math.ceil((protocol.league.refereesPerMatch * longestMatchLeaseMs()) / msPerSecond),
  heartbeatSeconds,
  deleteAfterSeconds: 3600,
  notify: true,
};

const serving: WorkOptions & { perJobResults: true } = {
  batchSize: batch,
  localConcurrency: workers,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: pollSeconds,
  notifyPollingIntervalSeconds: pollSeconds,
};

export interface BossQueue extends MatchQueue {
  /** Also ends serving. Calling it twice is harmless. */
  close(): Promise<void>;
}

/** Connects to the queue, and makes it if it is missing. The connection is closed when serving ends. */
export async function openBossQueue(options: BossQueueOptions): Promise<BossQueue> {
  const { url, leagueId, onConnectionError } = options;
  // pg-boss is loaded only for a league with several managers.
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    connectionString: url,
    schema: "league_v2_queue",
    max: connections,
    application_name: "league.v2 queue",
    schedule: false,
    superviseIntervalSeconds: pollSeconds,
    monitorIntervalSeconds: pollSeconds,
    useListenNotify: true,
  });
  boss.on("error", (error) => onConnectionError?.(`the queue of the matches: ${reasonOf(error)}`));
  await boss.start();
  const name = queueOf(leagueId);
  await boss.createQueue(name, rules);
  const closed = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;
  const close = () => {
    closed.abort();
    closing ??= end(boss, name, working);
    return closing;
  };
  return {
    close,
    async put(match_ids) {
      const jobs = match_ids.map((match_id) => ({ singletonKey: match_id, data: { match_id } }));
      await retrying({ clock: systemClock, random: secureRandom, signal: closed.signal }, () =>
        boss.insert(name, jobs),
      );
    },
    serve(play) {
      working = boss.work<Job, unknown, typeof serving>(name, serving, (jobs) =>
        Promise.all(jobs.map(({ id, data }) => settled(id, play(data.match_id)))),
      );
      working.catch((error: unknown) => onConnectionError?.(`the queue of the matches: ${reasonOf(error)}`));
      return close;
    },
  };
}

async function settled(id: string, playing: Promise<void>): Promise<JobResult> {
  try {
    await playing;
    return { id, status: "completed" };
  } catch (error) {
    return { id, status: "failed", output: { reason: reasonOf(error) } };
  }
}

async function end(boss: PgBoss, name: string, working: Promise<unknown>): Promise<void> {
  await working.catch(() => {});
  await boss.offWork(name, { wait: true });
  await boss.stop({ graceful: false });
}

/** Queue names allow fewer characters than league ids: the others are written as `/` and their code. */
function queueOf(league_id: string): string {
  return `matches.${league_id.replace(/[^\w.-]/g, (character) => `/${character.charCodeAt(0).toString(16)}`)}`;
}
