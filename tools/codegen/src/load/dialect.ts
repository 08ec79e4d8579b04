import { type Fault, SpecError } from "../fault.js";
import { isObject, type JsonObject, objectAt, stringAt } from "../json.js";
import { kebab, methodConstant, valueName } from "../names.js";
import { childPointer } from "../pointer.js";
import { Documents } from "./documents.js";
import { MethodReader } from "./methods.js";
import { SchemaReader } from "./schemas.js";
import type { Source } from "./source.js";
import type { LoadedDialect, LoadedExchange } from "./types.js";

/**
 * Reads an OpenRPC document with everything that it refers to.
 * @param files the files of whose schemas each becomes a type, used or not.
 */
export function loadDialect(
  source: Source,
  file: string,
  name: string | null,
  files: readonly string[],
): { dialect: LoadedDialect; faults: Fault[] } {
  const documents = new Documents(source);
  const document = documents.file(file);
  if (!isObject(document) || typeof document.openrpc !== "string") {
    const fix = 'Name a document with an "openrpc" member.';
    throw new SpecError([{ file, pointer: "", cause: "this is not an OpenRPC document", fix }]);
  }
  const isLeagueSpec = "x-dialect" in document;
  const reader = new SchemaReader(documents);
  for (const path of files) addSchemas(reader, path, documents.file(path));
  for (const key of Object.keys(objectAt(objectAt(document, "components"), "schemas"))) {
    reader.add({ file, pointer: childPointer("/components/schemas", key) });
  }
  const methods = new MethodReader(documents, reader, file);
  const [keyed, routes] = [methods.methods(), methods.routes()];
  reader.checkCircles();
  const { schemas, nameOf, renamed } = reader.named(
    (type, isMessage) => claims(type, isLeagueSpec, isMessage),
    keyed.map(({ label }) => methodConstant(label)),
  );
  const faults = [...reader.faults, ...(isLeagueSpec ? renamed : [])];
  const exchange = <T extends Pick<LoadedExchange, "reply"> & { request: string | null }>(read: T): T => ({
    ...read,
    request: read.request === null ? null : nameOf(read.request),
    reply: read.reply === null ? null : nameOf(read.reply),
  });
  const dialect = {
    name:
      name ??
      (kebab(stringAt(objectAt(document, "info"), "title") ?? "").replace(/[^a-z0-9-]/g, "") || "api"),
    isLeagueSpec,
    file,
    document,
    schemas,
    methods: keyed.map((method) => ({
      ...exchange(method),
      ack: method.ack === null ? null : nameOf(method.ack),
      forms: method.forms.map(exchange),
    })),
    routes: routes.map(exchange),
    warnings: [...reader.warnings, ...renamed.map((fault) => ({ ...fault, isWarning: true as const }))],
  };
  return { dialect, faults };
}

/** A file has one schema, with its title as the name, or several under their names. */
function addSchemas(reader: SchemaReader, file: string, value: unknown): void {
  const keys = Object.keys((isObject(value) ? value : {}) as JsonObject);
  const isContainer = keys.length > 0 && keys.every((key) => /^[A-Z]/.test(key));
  const isMessage = /(^|\/)messages\//.test(file);
  if (!isContainer) reader.add({ file, pointer: "" }, { isMessage });
  else for (const key of keys) reader.add({ file, pointer: childPointer("", key) }, { isMessage });
}

/** Every name that the output has for a type of this name. */
function claims(name: string, isLeagueSpec: boolean, isMessage: boolean): string[] {
  const own = [name, `validate${name}`, `check${name}`];
  if (!isLeagueSpec) return own;
  return isMessage ? [...own, `${name}In`, `${name}Fields`, valueName(name)] : [...own, `${name}In`];
}
