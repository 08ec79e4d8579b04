/** A referee or a player as a process: it registers, serves, and ends when its league is over. */
import { methods } from "@league-v2/contract";
import { type Log, type RunningAgent, sleep } from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import { peerFile, type RegistrationFile } from "../files/index.js";
import type { Identified } from "../league/identified.js";
import { printable } from "../league/printable.js";
import { logged } from "../log/index.js";
import { closeSoon } from "../play/close-soon.js";
import type { SettingsOf } from "../settings/index.js";
import { type CliContext, stoppedBefore } from "./cli-context.js";
import type { memberFields } from "./common-fields.js";
import { interruptible } from "./interruptible.js";
import { loadForms } from "./load-forms.js";
import type { Records } from "./records.js";
import { atSavedPort, savedPort } from "./saved-port.js";
import { serveOptionsOf } from "./serve-options.js";

export interface Member extends Identified<RunningAgent> {
  readonly records: Records;
  /** Resolves when the agent has received the end of its league. */
  readonly completed: Promise<void>;
  /** The file of its registration; null for an agent without a data folder. */
  readonly keeper: RegistrationFile | null;
  /** True for an agent without a league, which does not register. */
  readonly alone?: boolean;
}

/** How long an agent waits for SHUTDOWN_COMMAND when the league is over: the deadline of that command. */
const shutdownMs = methods.shutdown.deadlineMs;

/**
 * Resolves when the agent is shut down or stopped.
 * @throws StartupError, RegistrationFailed, RegistrationRejected
 */
export async function runMember(
  { agent, id: idOf, records, completed, keeper, alone = false }: Member,
  settings: SettingsOf<typeof memberFields>,
  context: CliContext,
): Promise<void> {
  const { host, league, name, endpoint } = settings;
  const { stop } = context;
  const serveOptions = await serveOptionsOf(settings, context);
  const forms = await loadForms(settings.forms, context.folder);
  const { folder } = records;
  if (!alone) context.error(`${agent.role} "${name}" registers with ${league}`);
  const member = interruptible(
    logged(agent, () => idOf() ?? name, records.log),
    stop,
    alone,
  );
  const options = {
    host,
    closeOnSignal: false,
    graceMs: settings.grace,
    forms,
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
