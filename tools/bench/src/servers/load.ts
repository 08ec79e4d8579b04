/** The program that puts load on a server: in a separate process, so that it takes no time from the server's. */
import { Connection } from "./connection.ts";

export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
}

export interface LoadReport {
  readonly replies: number;
  readonly seconds: number;
}

async function load({ port, connections, milliseconds }: LoadOrder): Promise<LoadReport> {
  const open = await Promise.all(Array.from({ length: connections }, (_, id) => Connection.open(port, id)));
  const begin = performance.now();
  const end = begin + milliseconds;
  const awake = stayAwake();
  const counts = await Promise.all(open.map((connection) => connection.ask(() => performance.now() < end)));
  const seconds = (performance.now() - begin) / 1000;
  awake.end();
  for (const connection of open) connection.close();
  return { replies: counts.reduce((sum, count) => sum + count, 0), seconds };
}

/**
 * Keeps this process from ever going to sleep. Otherwise each reply would have to wake it, and the price of that, which is
 * paid by the sender, would be the larger part of what a server seems to cost.
 */
function stayAwake(): { end(): void } {
  let next = setImmediate(function again() {
    next = setImmediate(again);
  });
  return { end: () => clearImmediate(next) };
}

process.on("message", async (order: LoadOrder) => {
  process.send?.(await load(order));
});
process.once("disconnect", () => process.exit());
