import { type Fault, SpecError } from "../fault.js";
import { isObject, type JsonObject, stringAt } from "../json.js";
import { pascal } from "../names.js";
import { parseFile } from "./parse.js";
import { childPointer } from "./pointer.js";
import { eachRef, renameRefs, target } from "./reference.js";
import type { Source } from "./source.js";
import type { NamedSchema } from "./types.js";

interface Written {
  readonly name: string;
  readonly file: string;
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** The schemas of one dialect: those of its folder, and referenced ones of other folders. */
export class SchemaLoader {
  readonly schemas = new Map<string, NamedSchema>();
  readonly faults: Fault[] = [];
  readonly #source: Source;
  readonly #files: ReadonlySet<string>;
  readonly #parsed = new Map<string, Map<string, Written>>();

  constructor(source: Source) {
    this.#source = source;
    this.#files = new Set(source.list());
  }

  /** Adds every schema of a file. */
  addFile(file: string): void {
    for (const written of this.#contents(file).values()) this.#add(written);
  }

  /** The name of the schema to which `ref` at `pointer` of `file` refers; adds that schema. */
  name(ref: string, file: string, pointer: string): string {
    const to = target(file, ref);
    if (!this.#files.has(to.file)) {
      this.faults.push({
        file,
        pointer,
        rule: "refs-resolve",
        cause: `there is no file ${to.file}, which $ref "${ref}" means`,
        fix: "Write the path relative to this file, and the schema's name behind # where the file holds several.",
      });
      return "Missing";
    }
    const written = this.#contents(to.file).get(to.fragment);
    if (written === undefined) {
      const known = [...this.#contents(to.file).keys()].map((fragment) => `#${fragment}`).join(", ");
      this.faults.push({
        file,
        pointer,
        rule: "refs-resolve",
        cause: `$ref "${ref}" names no schema of ${to.file}`,
        fix: `Use one of its schemas: ${known || "(it holds none)"}.`,
      });
      return "Missing";
    }
    this.#add(written);
    return written.name;
  }

  /** Adds an inline schema of another document. */
  addInline(name: string, schema: JsonObject, file: string, pointer: string, isMessage = true): string {
    this.#add({ name, file, pointer, schema }, isMessage);
    return name;
  }

  #add(written: Written, isMessage = /(^|\/)messages\//.test(written.file)): void {
    const { name, file, pointer } = written;
    const before = this.schemas.get(name);
    if (before !== undefined) {
      if (before.file !== file || before.pointer !== pointer) {
        this.faults.push({
          file,
          pointer,
          rule: "unique-names",
          cause: `the name ${name} is taken by ${before.file}${before.pointer === "" ? "" : `#${before.pointer}`}`,
          fix: "Give one of the two another title.",
        });
      }
      return;
    }
    // Added before its references are followed, so that a circle does not recurse without end.
    const entry = { name, file, pointer, isMessage, schema: written.schema };
    this.schemas.set(name, entry);
    const names = new Map<string, string>();
    eachRef(written.schema, pointer, (ref, at) => names.set(ref, this.name(ref, file, at)));
    this.schemas.set(name, { ...entry, schema: renameRefs(written.schema, (ref) => names.get(ref) ?? ref) });
  }

  #contents(file: string): Map<string, Written> {
    let contents = this.#parsed.get(file);
    if (contents === undefined) {
      contents = schemasOf(file, parseFile(this.#source, file));
      this.#parsed.set(file, contents);
    }
    return contents;
  }
}

/** One schema under "", or several under "/Name". */
function schemasOf(file: string, value: unknown): Map<string, Written> {
  if (!isObject(value)) {
    throw new SpecError([
      {
        file,
        pointer: "",
        cause: "this is not a schema",
        fix: "Write one schema, or several under PascalCase names.",
      },
    ]);
  }
  const keys = Object.keys(value);
  const isContainer = keys.length > 0 && keys.every((key) => /^[A-Z]/.test(key));
  if (!isContainer) {
    const fallback = pascal(file.slice(file.lastIndexOf("/") + 1).replace(/\.ya?ml$/, ""));
    return new Map([["", { name: stringAt(value, "title") ?? fallback, file, pointer: "", schema: value }]]);
  }
  return new Map(
    Object.entries(value).map(([key, schema]) => {
      const pointer = childPointer("", key);
      return [pointer, { name: key, file, pointer, schema: isObject(schema) ? schema : {} }];
    }),
  );
}
