import { SpecError } from "../fault.js";
import { isObject, type JsonObject, listAt, objectAt, stringAt } from "../json.js";
import { kebab, pascal, RESERVED_NAMES } from "../names.js";
import { withoutAnnotations } from "./annotation-keywords.js";
import { MethodReader } from "./methods.js";
import { parseFile } from "./parse.js";
import { childPointer } from "./pointer.js";
import { SchemaLoader } from "./schema-loader.js";
import { type Source, withFiles } from "./source.js";
import type { LoadedSpec } from "./types.js";

/**
 * Loads any OpenRPC document in one file. Its `components.schemas` and `components.contentDescriptors` are converted to
 * named schemas, the same input for the later steps as that of a folder.
 */
export function loadOpenrpc(source: Source, file: string): LoadedSpec {
  const document = parseFile(source, file);
  if (!isObject(document) || typeof document.openrpc !== "string") {
    throw new SpecError([
      {
        file,
        pointer: "",
        cause: "this is not an OpenRPC document",
        fix: 'Name a document with an "openrpc" member.',
      },
    ]);
  }
  const schemas = objectAt(objectAt(document, "components"), "schemas");
  const names = new Map(Object.keys(schemas).map((key) => [key, typeScriptName(key)]));
  const loader = new ComponentLoader(source, file, document, names);
  for (const key of Object.keys(schemas)) loader.component(key);
  const reader = new MethodReader(loader, file);
  const methods = listAt(document, "methods").map((raw, i) => {
    const pointer = childPointer("/methods", i);
    const method = loader.resolved(isObject(raw) ? raw : {}, childPointer(pointer, "params"));
    return reader.method({ ...method, "x-direction": { from: ["client"], to: ["server"] } }, pointer);
  });
  if (loader.faults.length > 0) throw new SpecError(loader.faults);
  const title = kebab(stringAt(objectAt(document, "info"), "title") ?? "") || "api";
  const dialect = {
    name: title,
    isLeagueSpec: false,
    file,
    document,
    schemas: loader.schemas,
    methods,
    routes: [],
  };
  return { dialects: [dialect], protocol: null, states: null, errors: null, requirements: [] };
}

/** The TypeScript type name of a component, different from the reserved names of the emitted package. */
function typeScriptName(key: string): string {
  const name = /^[A-Z][A-Za-z0-9]*$/.test(key) ? key : pascal(key);
  return RESERVED_NAMES.has(name) ? `${name}Schema` : name;
}

/** Resolves `#/components/…` inside of one document. */
class ComponentLoader extends SchemaLoader {
  readonly #file: string;
  readonly #document: JsonObject;
  readonly #names: ReadonlyMap<string, string>;

  constructor(source: Source, file: string, document: JsonObject, names: ReadonlyMap<string, string>) {
    super(withFiles(source, {}));
    this.#file = file;
    this.#document = document;
    this.#names = names;
  }

  component(key: string): string {
    const name = this.#names.get(key) ?? key;
    if (!this.schemas.has(name)) {
      const schema = objectAt(objectAt(objectAt(this.#document, "components"), "schemas"), key);
      const note = { description: `The schema ${key} of ${this.#file}.` };
      this.addInline(
        name,
        { ...note, ...schema, title: name },
        this.#file,
        childPointer("/components/schemas", key),
        false,
      );
    }
    return name;
  }

  override addInline(
    name: string,
    schema: JsonObject,
    file: string,
    pointer: string,
    isMessage = true,
  ): string {
    return super.addInline(name, withoutAnnotations(schema), file, pointer, isMessage);
  }

  override name(ref: string, file: string, pointer: string): string {
    const key = /^#\/components\/schemas\/([^/]+)$/.exec(ref)?.[1];
    if (key !== undefined && this.#names.has(key)) return this.component(key);
    this.faults.push({
      file,
      pointer,
      rule: "refs-resolve",
      cause: `$ref "${ref}" does not name a schema of this document`,
      fix: 'Put the schema into components.schemas and write "#/components/schemas/Name".',
    });
    return "Missing";
  }

  /** The method with its references to content descriptors replaced by their targets. */
  resolved(method: JsonObject, pointer: string): JsonObject {
    const descriptors = objectAt(objectAt(this.#document, "components"), "contentDescriptors");
    const resolve = (value: unknown, at: string) => {
      if (!isObject(value)) return {};
      const ref = stringAt(value, "$ref");
      if (ref === undefined) return value;
      const found = descriptors[ref.replace("#/components/contentDescriptors/", "")];
      if (isObject(found)) return found;
      this.name(ref, this.#file, at);
      return {};
    };
    const params = listAt(method, "params").map((param, i) => resolve(param, childPointer(pointer, i)));
    const result = "result" in method ? { result: resolve(method.result, pointer) } : {};
    return { ...method, params, ...result };
  }
}
