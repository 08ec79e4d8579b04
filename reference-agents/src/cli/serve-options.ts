/** The options of the server of an agent, from its settings and the files that they name. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { protocol } from "@league-v2/contract";
import { StartupError } from "@league-v2/sdk";
import type { ServeOptions } from "@league-v2/sdk/node";
import type { SettingsOf } from "../settings/index.js";
import type { CliContext } from "./cli-context.js";
import type { limitFields } from "./limit-fields.js";

/** @throws StartupError INVALID_CONFIG for a file that cannot be read, and for a key without a certificate */
export async function serveOptionsOf(
  settings: SettingsOf<typeof limitFields>,
  context: CliContext,
): Promise<Pick<ServeOptions, "bearer" | "tls" | "ca" | "limits" | "connectTimeoutMs">> {
  const { bearerFile, tlsKey, tlsCert, tlsCa, requestRate, connectTimeout } = settings;
  if ((tlsKey === undefined) !== (tlsCert === undefined)) {
    throw invalid("TLS needs a key and a certificate", "Give --tls-key and --tls-cert, or neither.");
  }
  const read = (flag: string, path: string) => contentOf(flag, resolve(context.folder, path));
  const bearer =
    bearerFile === undefined
      ? context.environment.LEAGUE_BEARER || undefined
      : (await read("--bearer-file", bearerFile)).trim();
  const ca = tlsCa === undefined ? {} : { ca: await read("--tls-ca", tlsCa) };
  const tls =
    tlsKey === undefined || tlsCert === undefined
      ? {}
      : {
          tls: { key: await read("--tls-key", tlsKey), cert: await read("--tls-cert", tlsCert) },
        };
  return {
    ...(bearer === undefined ? {} : { bearer }),
    ...tls,
    ...ca,
    limits: limitsOf(requestRate),
    connectTimeoutMs: connectTimeout,
  };
}

function limitsOf(requestsPerSecond: number): NonNullable<ServeOptions["limits"]> {
  if (requestsPerSecond === 0) {
    return { requestsPerSecond: Number.POSITIVE_INFINITY, requestBurst: Number.POSITIVE_INFINITY };
  }
  const { requestBurst, requestsPerSecond: usual } = protocol.limits;
  return { requestsPerSecond, requestBurst: Math.ceil((requestsPerSecond * requestBurst) / usual) };
}

async function contentOf(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalid(`${flag} cannot be read (${why})`, "Look for the path and the rights of the file.");
  }
}

function invalid(message: string, hint: string): StartupError {
  return new StartupError("INVALID_CONFIG", message, hint);
}
