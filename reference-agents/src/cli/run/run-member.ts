/** A referee or a player as a process: it registers, serves, and ends when its league is over. */
import { methods } from "@league-v2/contract";
import { type Agent, type Log, type RunningAgent, StartupError, sleep } from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import { peerFile, RegistrationFile, safeName } from "../../files/index.js";
import { printable } from "../../league/describe.js";
import { type Identified, logged } from "../../log/observe.js";
import { closeSoon } from "../../play/close-soon.js";
import type { SettingsOf } from "../../settings/field.js";
import { type CliContext, stoppedBefore } from "../cli-context.js";
import type { memberFields } from "../common-fields.js";
import { folderOf, Records } from "./records.js";
import { loadForms, serveOptionsOf } from "./serve-options.js";

export interface Member extends Identified<RunningAgent> {
  readonly records: Records;
  /** Resolves when the agent has received the end of its league. */
  readonly completed: Promise<void>;
  /** The file of its registration; null for an agent without a data folder. */
  readonly keeper: RegistrationFile | null;
  /** True for an agent without a league, which does not register. */
  readonly alone?: boolean;
}

type MemberSettings = SettingsOf<typeof memberFields>;

/**
 * Runs a referee or a player with its log and, if it has a data folder, with the file of its registration.
 * @returns the exit status
 */
export async function withRecords(
  role: "referee" | "player",
  { name, league, data, logLevel: level }: MemberSettings,
  context: CliContext,
  work: (own: { readonly records: Records; readonly keeper: RegistrationFile | null }) => Promise<void>,
  target: "stdout" | "nowhere" = "stdout",
): Promise<number> {
  const { clock } = context;
  const logFile = `logs/${role}-${safeName(name)}.log.jsonl`;
  const records = await Records.open(
    { folder: folderOf(data, context), logFile, level, clock, target },
    name,
  );
  try {
    const { folder } = records;
    const keeper = folder === null ? null : new RegistrationFile(folder, { role, name, league });
    await work({ records, keeper });
    return 0;
  } finally {
    await records.close();
  }
}

/** How long an agent waits for SHUTDOWN_COMMAND when the league is over: the deadline of that command. */
const shutdownMs = methods.shutdown.deadlineMs;

/**
 * Resolves when the agent is shut down or stopped.
 * @throws StartupError, RegistrationFailed, RegistrationRejected
 */
export async function runMember(
  { agent, id: idOf, records, completed, keeper, alone = false }: Member,
  settings: MemberSettings,
  context: CliContext,
): Promise<void> {
  const { host, league, name, endpoint } = settings;
  const { stop } = context;
  const serveOptions = await serveOptionsOf(settings, context);
  const forms = await loadForms(settings.forms, context.folder);
  const { folder } = records;
  if (!alone) context.error(`${agent.role} "${name}" registers with ${league}`);
  const agentId = () => idOf() ?? name;
  const member = interruptible(logged(agent, agentId, records.log), stop, alone);
  const options = {
    host,
    closeOnSignal: false,
    graceMs: settings.grace,
    forms,
    log: records.withWarnings(agentId, context),
    ...(folder === null ? {} : { store: peerFile(folder, `${agent.role}-${name}`) }),
    ...serveOptions,
    ...(alone ? {} : { league }),
    ...(endpoint === undefined ? {} : { endpoint }),
  };
  const serving = atSavedPort(await savedPort(keeper, settings), settings.port, (port) =>
    serve(member, { ...options, port }),
  );
  if (await stoppedBefore(serving, stop)) return;
  const served = await serving;
  try {
    const id = alone ? name : await nameInLeague(served, name, context);
    if (alone) context.error(`${agent.role} "${name}" listens at ${served.url} and belongs to no league`);
    const reason = await reasonToEnd(served, completed, context);
    if (stop.aborted) await served.drain();
    else await keeper?.delete();
    context.error(`${agent.role} ${id} ends: ${reason}`);
  } finally {
    await (stop.aborted ? closeSoon(served) : served.close());
  }
}

async function nameInLeague(
  { agent, url }: Served<RunningAgent>,
  name: string,
  context: CliContext,
): Promise<string> {
  const { id, league_id } = await agent.registered;
  const league = league_id ?? "without a name";
  context.error(`${agent.role} "${name}" is ${id} in league ${league}, listening at ${url}`);
  return id;
}

/** The shutdown by its manager, the signal to stop, or the end of the league without a shutdown. */
async function reasonToEnd(
  { agent }: Served<RunningAgent>,
  completed: Promise<void>,
  { clock, stop }: CliContext,
): Promise<string> {
  const waiting = new AbortController();
  const overWithoutShutdown = completed
    .then(() => sleep(clock, shutdownMs, waiting.signal))
    .then(
      () => "the league is over",
      () => "shut down",
    );
  let reason = "stopped";
  const end = Promise.race([agent.done, overWithoutShutdown]).then((why) => {
    reason = why;
  });
  if (await stoppedBefore(end, stop)) reason = "stopped";
  waiting.abort();
  return reason;
}

/** A log that writes to the agent's log and to the screen. */
export function logAndScreen(
  { log }: Records,
  id: () => string | null,
  name: string,
  context: CliContext,
): Log {
  const write = log.for(() => id() ?? name);
  return (entry) => {
    write(entry);
    context.error(printable(entry.message));
  };
}

/**
 * The same agent, closed when the signal is aborted during its registration, when no caller has a reference to it yet.
 * @param alone true for an agent without a league: there is no registration to interrupt
 */
function interruptible<Running extends RunningAgent>(
  agent: Agent<Running>,
  stop: AbortSignal,
  alone: boolean,
): Agent<Running> {
  return {
    role: agent.role,
    connect(agentContext) {
      const running = agent.connect(agentContext);
      if (alone) return running;
      const close = () => void running.close();
      if (stop.aborted) close();
      else stop.addEventListener("abort", close, { once: true });
      const removeListener = () => stop.removeEventListener("abort", close);
      running.registered.then(removeListener, removeListener);
      return running;
    },
  };
}

/** The port of the agent's earlier run; null without an earlier run, or if the options name a port. */
export async function savedPort(
  keeper: RegistrationFile | null,
  { port, endpoint }: { readonly port: number; readonly endpoint?: string | undefined },
): Promise<number | null> {
  if (keeper === null || port !== 0 || endpoint !== undefined) return null;
  const saved = await keeper.load();
  return saved === null ? null : Number(new URL(saved.endpoint).port);
}

/** If another process uses the port now, the agent takes a free one and registers again. */
export async function atSavedPort<T>(
  saved: number | null,
  port: number,
  serve: (port: number) => Promise<T>,
): Promise<T> {
  try {
    return await serve(saved ?? port);
  } catch (error) {
    if (saved === null || !(error instanceof StartupError) || error.name !== "PORT_IN_USE") throw error;
    return serve(port);
  }
}
