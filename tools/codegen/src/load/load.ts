import { posix } from "node:path";
import { below, type Fault, isError, SpecError } from "../fault.js";
import { isObject, objectAt, stringAt } from "../json.js";
import { receivedForm, sentForm } from "../model/fields.js";
import type { Dialect, Model, Table } from "../model/model.js";
import { kebab, methodConstant, valueName } from "../names.js";
import { findFaults } from "../validate/ajv.js";
import { Documents } from "./documents.js";
import { readMethods } from "./methods.js";
import { SchemaReader } from "./schemas.js";
import { parseText, type Source } from "./source.js";

/** A specification that could be read, and what its reader should know: types that could not get the name that they asked for. */
export interface Loaded {
  readonly model: Model;
  readonly warnings: readonly Fault[];
}

/**
 * Reads a specification: one OpenRPC document, or a folder with the layout of this project's `spec/`. Every folder in it with an
 * `openrpc.yaml` is a dialect, and the tables, the wire forms and the clauses are next to them.
 * @throws SpecError with everything that makes it mean nothing, or two things.
 */
export function load(source: Source): Loaded {
  const { label, document } = source;
  const read = document === null ? loadDialects(source) : [loadDialect(source, document, true)];
  const list = source.list();
  const table = (file: string): Table => ({ file, value: parseText(source.read(file) ?? "", file) });
  const [protocol = null, states = null, errors = null] = ["protocol", "states", "errors"].map((name) => {
    const file = `${label}/${name}.yaml`;
    return list.includes(file) ? table(file) : null;
  });
  const inFolder = (name: string) =>
    list.filter((file) => file.endsWith(".yaml") && posix.dirname(file) === `${label}/${name}`).map(table);
  const [inForms = [], requirements = []] = ["forms", "requirements"].map(inFolder);
  const formSchema = inForms.find(({ file }) => file.endsWith("/schema.yaml")) ?? null;
  const forms = inForms.filter((one) => one !== formSchema);
  const tables = { protocol, states, errors, forms, formSchema, requirements };
  const faults = read.flatMap((one) => one.faults);
  if (faults.some(isError)) throw new SpecError(faults.filter(isError));
  return { model: { dialects: read.map(({ dialect }) => dialect), ...tables }, warnings: faults };
}

/** The canonical dialect is the first; the others are sorted by name. */
function loadDialects(source: Source) {
  const { label } = source;
  const yaml = source.list().filter((file) => file.endsWith(".yaml"));
  const folders = yaml
    .filter((file) => file.endsWith("/openrpc.yaml") && posix.dirname(posix.dirname(file)) === label)
    .map((file) => posix.basename(posix.dirname(file)))
    .sort((a, b) => Number(b === "canonical") - Number(a === "canonical") || (a < b ? -1 : 1));
  if (folders.length === 0) {
    const fix = "Name the folder that contains canonical/openrpc.yaml, or one OpenRPC document.";
    throw new SpecError([{ file: label, pointer: "", cause: "no folder in it holds an openrpc.yaml", fix }]);
  }
  return folders.map((folder, i) => {
    const document = `${label}/${folder}/openrpc.yaml`;
    const own = yaml.filter((file) => file.startsWith(`${label}/${folder}/`) && file !== document);
    return loadDialect(source, document, i === 0, folder, own);
  });
}

/**
 * Reads an OpenRPC document with everything that it refers to.
 * @param folder the name of the dialect, if it is not that of the document.
 * @param own the files of whose schemas each becomes a type, used or not.
 */
function loadDialect(
  source: Source,
  file: string,
  isMain: boolean,
  folder?: string,
  own: readonly string[] = [],
) {
  const documents = new Documents(source);
  const document = documents.file(file);
  if (!isObject(document) || typeof document.openrpc !== "string") {
    const fix = 'Name a document with an "openrpc" member.';
    throw new SpecError([{ file, pointer: "", cause: "this is not an OpenRPC document", fix }]);
  }
  const isLeagueSpec = "x-dialect" in document;
  const reader = new SchemaReader(documents);
  for (const path of own) addSchemas(reader, path, documents.file(path));
  for (const key of Object.keys(objectAt(objectAt(document, "components"), "schemas")))
    reader.add(below({ file, pointer: "/components/schemas" }, key));
  const { methods, routes } = readMethods(documents, reader, file, isLeagueSpec);
  reader.checkCircles();
  const types = reader.named(
    (type, isMessage) => claims(type, isLeagueSpec, isMessage),
    methods.map(({ label }) => methodConstant(label)),
    isLeagueSpec,
  );
  const roles = [...new Set(methods.flatMap((method) => [...method.from, ...method.to]))].sort();
  const title = kebab(stringAt(objectAt(document, "info"), "title") ?? "").replace(/[^a-z0-9-]/g, "");
  const name = folder ?? (title || "api");
  const receivedFaults = findFaults({ types }, receivedForm);
  const sentFaults = findFaults({ types }, (schema) => sentForm({ types }, schema));
  const content = { document, types, receivedFaults, sentFaults, methods, routes, roles };
  const dialect: Dialect = { name, isMain, isLeagueSpec, file, ...content };
  return { dialect, faults: reader.faults };
}

/** A file has one schema, with its title as the name, or several under their names. */
function addSchemas(reader: SchemaReader, file: string, value: unknown): void {
  const keys = isObject(value) ? Object.keys(value) : [];
  const isContainer = keys.length > 0 && keys.every((key) => /^[A-Z]/.test(key));
  const isMessage = /(^|\/)messages\//.test(file);
  const whole = { file, pointer: "" };
  for (const place of isContainer ? keys.map((key) => below(whole, key)) : [whole])
    reader.add(place, { isMessage });
}

/** Every name that the output has for a type of this name. */
function claims(name: string, isLeagueSpec: boolean, isMessage: boolean): string[] {
  const own = [name, `validate${name}`, `check${name}`, `is${name}`];
  if (!isLeagueSpec) return own;
  return isMessage ? [...own, `${name}In`, `${name}Fields`, valueName(name)] : [...own, `${name}In`];
}
