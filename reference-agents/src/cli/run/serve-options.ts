/** The options of the server and of the gateway of an agent, from its settings and the files that they name. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { protocol } from "@league-v2/contract";
import type { FormsChoice, ServeOptions } from "@league-v2/sdk/node";
import { reasonOf } from "../../files/index.js";
import { configFault, withoutBom } from "../../settings/config-file.js";
import type { SettingsOf } from "../../settings/field.js";
import { type InvalidSettings, unfit } from "../../settings/read-settings.js";
import type { CliContext } from "../cli-context.js";
import type { limitFields } from "../common-fields.js";

/** @throws StartupError INVALID_CONFIG for a file that cannot be read, and for a key without a certificate */
export async function serveOptionsOf(
  settings: SettingsOf<typeof limitFields>,
  context: CliContext,
): Promise<Pick<ServeOptions, "bearer" | "tls" | "ca" | "limits" | "connectTimeoutMs">> {
  const { bearerFile, tlsKey, tlsCert, tlsCa, requestRate, connectTimeout } = settings;
  if ((tlsKey === undefined) !== (tlsCert === undefined)) {
    throw configFault("TLS needs a key and a certificate", "Give --tls-key and --tls-cert, or neither.");
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
    throw configFault(
      `${flag} cannot be read (${reasonOf(error)})`,
      "Look for the path and the rights of the file.",
    );
  }
}

const choices = ["contract", "documented", "any"] as const;

/** @throws InvalidSettings for a file that is no form */
export async function loadForms(setting: string, folder: string): Promise<FormsChoice> {
  const choice = choices.find((one) => one === setting);
  if (choice !== undefined) return choice;
  const document = read(resolve(folder, setting));
  if (document === undefined) throw refused(setting, "no such choice, and no JSON file either");
  const { lintProfile } = await import("@league-v2/sdk/wire");
  const [fault] = lintProfile(document);
  if (fault !== undefined) {
    const { pointer, problem, hint } = fault;
    throw refused(setting, `${pointer} ${problem}${hint === undefined ? "" : ` (${hint})`}`);
  }
  return document as FormsChoice;
}

/** Undefined for a file that is missing or no JSON. */
function read(path: string): unknown {
  try {
    const { $schema: _, ...form } = JSON.parse(withoutBom(readFileSync(path, "utf8"))) as Record<
      string,
      unknown
    >;
    return form;
  } catch {
    return undefined;
  }
}

function refused(received: string, why: string): InvalidSettings {
  return unfit("--forms", received, `a choice or a form (${why})`, `Choices: ${choices.join(", ")}.`);
}
