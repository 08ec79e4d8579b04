/** The stores of the managers of a league that is played in this process. */
import { dataFault } from "../files/index.js";
import type { ManagerSlot } from "../play/index.js";
import { type OpenedLeague, openLeague, type StorePlace } from "../store/index.js";
import { newLeagueId } from "./new-league-id.js";
import { placeIn } from "./store-field.js";
import { unfit } from "./unfit.js";

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
