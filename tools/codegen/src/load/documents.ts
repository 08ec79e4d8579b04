import { posix } from "node:path";
import { below, type Fault, type Place } from "../fault.js";
import { type Json, stringAt } from "../json.js";
import { referenceTokens, valueAt } from "../runtime/values.js";
import { jsonSchema, openrpcSchema } from "../validate/ajv.js";
import { parseText, type Source } from "./source.js";

/** The reason why a reference has no target. */
export type Unresolved = Pick<Fault, "cause" | "fix">;

/** The longest list of names in a message. */
const MOST_SHOWN = 8;

/** The folder of the specification in URLs, deep enough for references to folders above it. */
const ROOT = "/a/b/c/d/e/f/g/h/i/j";

/** Documents that many specifications refer to by URL. Nothing is read from the network. */
const WELL_KNOWN: ReadonlyMap<string, () => Json> = new Map([
  ["http://json-schema.org/draft-07/schema", jsonSchema],
  ["https://json-schema.org/draft-07/schema", jsonSchema],
  ["https://meta.json-schema.tools/", jsonSchema],
  ["https://meta.open-rpc.org/", openrpcSchema],
  ["https://raw.githubusercontent.com/open-rpc/meta-schema/master/schema.json", openrpcSchema],
]);

/** The parsed files of a specification. Resolves every reference of JSON Schema: files, pointers, `$id`, `$anchor`. */
export class Documents {
  readonly #source: Source;
  readonly #parsed = new Map<string, Json | null>();
  /** The places of `$id` and `$anchor`, by URL. */
  readonly #ids = new Map<string, Place>();

  constructor(source: Source) {
    this.#source = source;
  }

  /**
   * The data of a file, or null if there is none.
   * @throws SpecError for a file that cannot be read as data.
   */
  file(file: string): Json | null {
    let value = this.#parsed.get(file);
    if (value === undefined) {
      const known = WELL_KNOWN.get(file);
      const text = known === undefined ? this.#source.read(file) : null;
      value = known === undefined ? (text === null ? null : parseText(text, file)) : known();
      this.#parsed.set(file, value);
      this.#collectIds(value, { file, pointer: "" }, urlOf(file));
    }
    return value;
  }

  /** The value at a place. */
  at({ file, pointer }: Place): Json | undefined {
    return valueAt(this.file(file) ?? undefined, referenceTokens(pointer)) as Json | undefined;
  }

  /** The place that a reference means, which is written in the object at `from`. */
  resolve(ref: string, from: Place): Place | Unresolved {
    let url: URL;
    let fragment: string;
    try {
      url = new URL(ref, this.#baseOf(from));
      fragment = decodeURIComponent(url.hash.slice(1));
    } catch {
      return { cause: `$ref "${ref}" is no valid URI reference`, fix: "Encode other characters with %." };
    }
    url.hash = "";
    const root = this.#resource(url.href);
    if (root === null) return noDocument(ref, url);
    if (fragment !== "" && !fragment.startsWith("/")) {
      return this.#ids.get(`${url.href}#${fragment}`) ?? noTarget(ref, `there is no $anchor ${fragment}`);
    }
    const place = { file: root.file, pointer: root.pointer + fragment };
    if (this.at(place) !== undefined) return place;
    const parent = place.pointer.slice(0, place.pointer.lastIndexOf("/"));
    const known = Object.keys(Object(this.at({ ...place, pointer: parent }))).slice(0, MOST_SHOWN);
    const others = known.length > 0 ? `Use one of those next to it: ${known.join(", ")}.` : undefined;
    return noTarget(ref, `there is nothing at ${fragment} of ${root.file}`, others);
  }

  #resource(href: string): Place | null {
    const known = this.#ids.get(href);
    if (known !== undefined) return known;
    const file = fileOf(href) ?? href;
    const isLocal = file !== href || WELL_KNOWN.has(href);
    return isLocal && this.file(file) !== null ? { file, pointer: "" } : null;
  }

  /** The URL that references at a place are relative to: the file's, or that of an enclosing `$id`. */
  #baseOf({ file, pointer }: Place): string {
    let base = urlOf(file);
    if (this.#ids.size === 0) return base;
    const tokens = referenceTokens(pointer);
    for (let n = 0; n <= tokens.length; n++)
      base = idOf(valueAt(this.file(file), tokens.slice(0, n)) as Json | undefined, base) ?? base;
    return base;
  }

  #collectIds(value: Json | null, place: Place, base: string): void {
    if (typeof value !== "object" || value === null) return;
    const id = idOf(value, base);
    const here = id ?? base;
    if (id !== undefined) this.#ids.set(id, place);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = stringAt(value, keyword);
      if (anchor !== undefined) this.#ids.set(`${here}#${anchor}`, place);
    }
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === "object") this.#collectIds(member as Json, below(place, key), here);
    }
  }
}

function urlOf(file: string): string {
  if (WELL_KNOWN.has(file)) return file;
  return new URL(posix.join(ROOT, file).split("/").map(encodeURIComponent).join("/"), "file:///").href;
}

/** The path from the folder of the specification, for the URL of a file. */
function fileOf(href: string): string | null {
  return href.startsWith("file:") ? posix.relative(ROOT, decodeURIComponent(new URL(href).pathname)) : null;
}

/** The absolute `$id` of a schema without its empty fragment. A `$id` that is only a fragment is an anchor of draft 7. */
function idOf(value: Json | undefined, base: string): string | undefined {
  const id = stringAt(value, "$id");
  if (id === undefined || !URL.canParse(id, base)) return undefined;
  return new URL(id, base).href.replace(/#$/, "");
}

function noDocument(ref: string, url: URL): Unresolved {
  const file = fileOf(url.href);
  if (file !== null) return noTarget(ref, `there is no file ${file}`);
  return {
    cause: `$ref "${ref}" leads to another place, from which nothing is fetched`,
    fix: "Save that document next to this one, and refer to its file.",
  };
}

function noTarget(
  ref: string,
  reason: string,
  fix = "Correct the reference, or add its target.",
): Unresolved {
  return { cause: `$ref "${ref}" has no target: ${reason}`, fix };
}
