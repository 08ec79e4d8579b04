/** Where league managers store their league: one in a process of its own, or those of a league in this process. */
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, secureRandom } from "@league-v2/sdk";
import { makeFolder } from "@league-v2/sdk/node";
import { dataFault, reasonOf, safeName } from "../../files/index.js";
import { plural } from "../../league/describe.js";
import type { ManagerSlot } from "../../play/play-over-http.js";
import { type InvalidSettings, unfit } from "../../settings/read-settings.js";
import { type OpenedLeague, openLeague } from "../../store/open-league.js";
import { DamagedStore } from "../../store/sql-database.js";
import type { StorePlace } from "../../store/store-place.js";
import { placeIn } from "../common-fields.js";

export interface SavedLeague extends OpenedLeague {
  /** Moves the file of a finished league to the archive; called after all agents have ended and the store is closed. */
  readonly archive: () => Promise<void>;
}

export interface SavedLeagueSetting {
  readonly place: StorePlace | undefined;
  readonly leagueId: string | undefined;
  /** The data folder; null for none. */
  readonly folder: string | null;
  readonly onConnectionError: (message: string) => void;
  /** Called when the file of the data folder is damaged, and again with the outcome of the recovery. */
  readonly onDamage: (message: string) => void;
  readonly clock: Clock;
}

/**
 * Without a place, the store is in the data folder if there is one, else in memory. An unfinished league in a data folder
 * is continued, whatever the exit status of its last manager was. If its file is damaged, the JSON files beside it are read.
 * @throws StartupError DATA_INIT_FAILED, INVALID_CONFIG
 */
export async function openSavedLeague(setting: SavedLeagueSetting): Promise<SavedLeague> {
  const { place, leagueId, folder, onConnectionError, onDamage, clock } = setting;
  if (place?.kind === "postgres" && leagueId === undefined) throw needsId();
  const options = { leagueId, newLeagueId, onConnectionError };
  if (place !== undefined || folder === null) {
    const opened = await openLeague(place ?? { kind: "memory" }, options);
    return { ...opened, archive: async () => {} };
  }
  if (leagueId !== undefined) await assertNew(leagueId, folder);
  const file = join(folder, "league.sqlite");
  const open = () => openLeague({ kind: "sqlite", file }, options);
  const opened = await open().catch(async (error: unknown) => {
    if (!(error instanceof DamagedStore)) throw error;
    onDamage(`${error.message}; the JSON files beside it are read`);
    await recover(file, clock, error, onDamage);
    return open();
  });
  return {
    ...opened,
    async archive() {
      const path = archiveOf(opened.league_id, folder);
      await makeFolder(join(folder, "leagues"));
      await rename(file, path);
      // Another league's members: a recovery of the next one must not read them.
      await rm(join(folder, "members.json"), { force: true });
    },
  };
}

/** @throws DamagedStore if the files are missing or wrong too */
async function recover(
  file: string,
  clock: Clock,
  { message, hint }: DamagedStore,
  onDamage: SavedLeagueSetting["onDamage"],
): Promise<void> {
  const { recoverSqlite } = await import("../../store/sqlite/recover-sqlite.js");
  try {
    const { members, results, damaged } = await recoverSqlite(file, clock.now());
    onDamage(
      `recovered ${plural(members, "member")} and ${plural(results, "result")}; the damaged file is ${damaged}`,
    );
  } catch (error) {
    throw new DamagedStore(`${message}, and cannot be recovered: ${reasonOf(error)}`, hint, error);
  }
}

function archiveOf(league_id: string, folder: string): string {
  return join(folder, "leagues", `${safeName(league_id)}.sqlite`);
}

async function assertNew(league_id: string, folder: string): Promise<void> {
  const archive = archiveOf(league_id, folder);
  const isThere = await stat(archive).then(
    () => true,
    () => false,
  );
  if (isThere)
    throw dataFault(`league "${league_id}" has been played to its end already; it is kept in ${archive}`);
}

/** Managers find each other by the id of their league, also after a restart. */
function needsId(): InvalidSettings {
  const hint = "Give the same --league-id to every manager of the league.";
  return unfit("--league-id", undefined, "given with a store in PostgreSQL", hint);
}

export interface ManagerStoreSettings {
  readonly store: StorePlace | undefined;
  readonly managers: number;
  /** On simulated time, without sockets. */
  readonly memory: boolean;
}

export type ManagerStore = ManagerSlot & Pick<OpenedLeague, "close">;

/** @throws InvalidSettings for a store that cannot serve such a league, and for a port without sockets */
export function assertCompatible({
  store,
  managers,
  memory,
  port,
}: ManagerStoreSettings & { readonly port: number }): void {
  const isServed = port !== 0 || managers > 1 || (store !== undefined && store.kind !== "memory");
  if (memory && isServed) {
    const served = "--port, --store and --managers";
    throw unfit("--memory", true, `left out with ${served}, which are for leagues over HTTP`);
  }
  if (managers > 1 && store?.kind !== "postgres") {
    throw unfit(
      "--managers",
      managers,
      "1 without --store postgres://…, because only PostgreSQL serves several",
    );
  }
}

/**
 * The store must be empty: the agents of `league play` have no data of an earlier league.
 * @throws StartupError DATA_INIT_FAILED
 */
export async function openManagerStores(
  leagueId: string,
  { store, managers }: ManagerStoreSettings,
  folder: string,
): Promise<ManagerStore[]> {
  const place = placeIn(folder, store ?? { kind: "memory" });
  const managerStores: ManagerStore[] = [];
  const closeAll = () => Promise.all(managerStores.map(({ close }) => close()));
  try {
    for (let index = 0; index < managers; index++) {
      managerStores.push(await openLeague(place, { leagueId, newLeagueId }));
    }
    if (managerStores[0] !== undefined && (await isNew(managerStores[0]))) return managerStores;
    throw dataFault(`the store holds league "${leagueId}" already, and league play begins a new one`);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function isNew({ store }: ManagerStore): Promise<boolean> {
  if ((await store.state()) !== "WAITING_FOR_REGISTRATIONS") return false;
  return (await store.members("player")).length + (await store.members("referee")).length === 0;
}

/** Generated league ids must be unique in a data folder. */
export function newLeagueId(): string {
  const uniqueBytes = 4;
  return `league_${Buffer.from(secureRandom.bytes(uniqueBytes)).toString("hex")}`;
}
