import { isList, isObject, type Json, listAt, objectAt, stringAt } from "../json.js";
import type { LoadedDialect, LoadedExchange, LoadedSpec, LoadedTable } from "../load/types.js";
import { kebab } from "../names.js";
import type { Schema } from "../schema/schema.js";
import type { Dialect, Exchange, FormTables, Method, Model, NamedType, Route, Table } from "./model.js";
import { buildRequirements } from "./requirements.js";

/**
 * The model of a specification that passed the lint.
 * @param shown converts a file's path to its form in preambles.
 */
export function buildModel(spec: LoadedSpec, shown: (file: string) => string): Model {
  const table = (loaded: LoadedTable | null): Table | null =>
    loaded === null
      ? null
      : { source: shown(loaded.file), value: isObject(loaded.value) ? loaded.value : {} };
  return {
    dialects: spec.dialects.map((dialect, i) => buildDialect(dialect, i === 0, shown)),
    protocol: table(spec.protocol),
    states: table(spec.states),
    errors: table(spec.errors),
    forms: buildForms(spec.forms, shown),
    requirements: spec.requirements.map((loaded) => buildRequirements(loaded, shown)),
  };
}

function buildForms(files: readonly LoadedTable[], shown: (file: string) => string): FormTables | null {
  const [first] = files;
  if (first === undefined) return null;
  return {
    source: shown(first.file.replace(/[^/]+$/, "*.yaml")),
    forms: files.flatMap(({ value }) => (isList(value) ? value : [])),
    vocabulary: files.find(({ value }) => isObject(value))?.value ?? {},
  };
}

function buildDialect(loaded: LoadedDialect, isMain: boolean, shown: (file: string) => string): Dialect {
  const types = new Map<string, NamedType>();
  const files = new Set<string>();
  for (const name of [...loaded.schemas.keys()].sort()) {
    const { file, pointer, schema, isMessage } = loaded.schemas.get(name) ?? raise(name);
    // Names may differ only in case or punctuation, files may not.
    let base = kebab(name);
    for (let n = 2; files.has(base); n++) base = `${kebab(name)}-${n}`;
    files.add(base);
    types.set(name, {
      name,
      kebab: base,
      source: shown(file),
      pointer,
      isMessage,
      schema: schema as Schema,
    });
  }
  const type = (name: string) => types.get(name) ?? raise(name);
  const methods = loaded.methods.map((method): Method => {
    const { raw } = method;
    return {
      ...exchange(method, type),
      name: method.name,
      label: method.label,
      params: method.params,
      positional: !loaded.isLeagueSpec && raw.paramStructure !== "by-name",
      summary: stringAt(raw, "summary") ?? "",
      description: stringAt(raw, "description") ?? stringAt(raw, "summary") ?? method.name,
      source: stringAt(raw, "x-source") ?? "",
      from: loaded.isLeagueSpec ? strings(objectAt(raw, "x-direction").from) : ["client"],
      to: loaded.isLeagueSpec ? strings(objectAt(raw, "x-direction").to) : ["server"],
      envelope: loaded.isLeagueSpec && raw["x-envelope"] !== false,
      ack: method.ack === null ? null : type(method.ack),
      forms: method.forms.map((form) => exchange(form, type)),
      raw,
    };
  });
  const routes = loaded.routes.map((route): Route => {
    const reply = route.reply === null ? null : type(route.reply);
    const request = route.request === null ? null : type(route.request);
    const { path, verb, raw } = route;
    return { path, verb, summary: stringAt(raw, "summary") ?? "", request, reply, raw };
  });
  const roles = [...new Set(methods.flatMap((method) => [...method.from, ...method.to]))].sort();
  const { name, isLeagueSpec, document } = loaded;
  return { name, isMain, isLeagueSpec, source: shown(loaded.file), document, types, methods, routes, roles };
}

function exchange(loaded: LoadedExchange, type: (name: string) => NamedType): Exchange {
  const { raw } = loaded;
  return {
    request: type(loaded.request),
    reply: loaded.reply === null ? null : type(loaded.reply),
    deadlineMs: numberOrNull(raw["x-deadline-ms"]),
    retries: numberOrNull(raw["x-retries"]) ?? 0,
    retryPauseMs: numberOrNull(raw["x-retry-pause-ms"]),
    bestEffort: raw["x-best-effort"] === true,
  };
}

function strings(value: Json | undefined): string[] {
  return listAt({ value: value ?? [] }, "value").filter((item) => typeof item === "string");
}

function numberOrNull(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}

/** Throws for a name that the loader does not have, which is a bug of the generator. */
function raise(name: string): never {
  throw new Error(`the loader has no schema ${name}`);
}
