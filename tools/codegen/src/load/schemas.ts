import { below, type Fault, type Place } from "../fault.js";
import { isList, isObject, type Json, type JsonObject, stringAt } from "../json.js";
import type { NamedType } from "../model/model.js";
import { distinctNames, kebab, typeName } from "../names.js";
import { referenceTokens } from "../runtime/values.js";
import {
  circles,
  IN_PLACE,
  type Kind,
  kindOf,
  mapParts,
  PARTS,
  refsOf,
  type Schema,
} from "../schema/schema.js";
import type { Documents } from "./documents.js";

/** A schema that was read; the reader sets what depends on all of them when all are known. */
interface Found extends NamedType {
  /** The place as one text, which is what `$ref` means until all names are known. */
  readonly key: string;
  /** The name that the schema would have if no other one wanted it. */
  readonly wish: string;
  /** The text that the wish was made from. */
  readonly spelling: string;
  name: string;
  kebab: string;
  schema: Schema;
}

/** One member of an object that is put together from several places. */
export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly place: Place;
}

/** The kinds of annotations. They affect no verdict, so one of another kind is left out. */
const ANNOTATIONS: ReadonlyMap<string, Kind> = new Map([
  ...words("title description format contentEncoding contentMediaType", "string"),
  ...words("deprecated readOnly writeOnly", "boolean"),
  ["examples", "array"],
]);

/** File systems allow 255 bytes, with the endings and a number. */
const LONGEST_FILE_NAME = 60;

/** Keywords of older drafts and their data; a `$ref` in them is no reference. */
const DEFINITIONS = new Set("$defs definitions $schema $id $anchor $comment additionalItems".split(" "));

/**
 * Collects the schemas of one dialect. A schema is known by its place, so that two references to one place are one type, and two
 * places are two types. The names are given when all places are known.
 */
export class SchemaReader {
  readonly faults: Fault[] = [];
  readonly #documents: Documents;
  readonly #found = new Map<string, Found>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Adds the schema at a place, which gets the wished name or one that is derived from its pointer. */
  add(place: Place, options: { wish?: string; isMessage?: boolean; schema?: Json } = {}): Found {
    const key = `${place.file}#${place.pointer}`;
    const before = this.#found.get(key);
    if (before !== undefined) return before;
    const { isMessage = false, wish: spelling = this.#spelling(place) } = options;
    const wish = typeName(spelling);
    const { file, pointer } = place;
    const found: Found = { key, file, pointer, spelling, wish, name: wish, kebab: "", isMessage, schema: {} };
    // Added before its parts are read, so that a circle ends.
    this.#found.set(key, found);
    found.schema = this.#read(options.schema ?? this.#documents.at(place), place);
    return found;
  }

  /** Adds an object whose members' schemas are at places of their own: the parameters of a method. */
  addObject(place: Place, wish: string, description: string, members: readonly Member[]): NamedType {
    const found = this.add(place, { wish, isMessage: true, schema: {} });
    const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    const properties = members.map(({ name, description: text, place: at }) => {
      const schema = this.#read(this.#documents.at(at) ?? {}, at);
      return [name, text === undefined ? schema : { description: text, ...schema }] as const;
    });
    found.schema = {
      description,
      type: "object",
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(properties),
    };
    return found;
  }

  /** The schema that is written at a place: that of its target if it is only a reference. */
  target(place: Place, wish?: string): NamedType {
    const schema = this.#documents.at(place);
    const ref = stringAt(schema, "$ref");
    const isPlain =
      isObject(schema) && Object.keys(schema).every((key) => key === "$ref" || key === "description");
    return ref !== undefined && isPlain
      ? this.#refer(ref, place)
      : this.add(place, { ...(wish === undefined ? {} : { wish }), isMessage: true });
  }

  /** The place of an OpenRPC object: the place itself, or that to which the reference object there refers. */
  follow(place: Place): Place {
    let at = place;
    for (let steps = 0; steps < 50; steps++) {
      const ref = stringAt(this.#documents.at(at), "$ref");
      if (ref === undefined) return at;
      const to = this.#documents.resolve(ref, at);
      if ("cause" in to) {
        this.fault(below(at, "$ref"), to.cause, to.fix, "refs-resolve");
        return at;
      }
      at = to;
    }
    const fix = "Replace one of the references by its target.";
    this.fault(place, "the reference leads back to itself", fix, "refs-resolve");
    return place;
  }

  fault({ file, pointer }: Place, cause: string, fix: string, rule: string, isError = true): void {
    this.faults.push({ file, pointer, cause, fix, rule, ...(isError ? {} : { isWarning: true }) });
  }

  /**
   * Gives each schema its name, and returns all of them in the order of the names.
   * @param claims every name that the output has for a type of that name; no two types share one.
   * @param taken names that the output gives to other things.
   * @param isStrict whether a type must get the name that it asks for.
   */
  named(
    claims: (name: string, isMessage: boolean) => readonly string[],
    taken: readonly string[],
    isStrict: boolean,
  ): Map<string, NamedType> {
    const all = [...this.#found.values()];
    const wishes = all.map((found) => ({
      ...found,
      claims: (name: string) => claims(name, found.isMessage),
    }));
    const names = distinctNames(wishes, taken);
    const withNames = (schema: Schema): Schema => {
      const copy = mapParts(schema, withNames);
      return schema.$ref === undefined ? copy : { ...copy, $ref: names.get(schema.$ref) ?? schema.$ref };
    };
    const fix = "Rename one of the two to choose its name.";
    for (const found of all) {
      const { spelling, wish } = found;
      found.name = names.get(found.key) ?? wish;
      found.schema = withNames(found.schema);
      const cause = `the type of ${JSON.stringify(spelling)} is called ${found.name}, because ${wish} is taken`;
      if (found.name !== spelling && found.name !== wish)
        this.fault(found, cause, fix, "unique-names", isStrict);
    }
    all.sort((a, b) => (a.name < b.name ? -1 : 1));
    const files = new Set<string>();
    for (const found of all) {
      // Names may differ only in case or punctuation, files may not.
      const base = kebab(found.name).slice(0, LONGEST_FILE_NAME);
      found.kebab = base;
      for (let n = 2; files.has(found.kebab); n++) found.kebab = `${base}-${n}`;
      files.add(found.kebab);
    }
    return new Map(all.map((found) => [found.name, found]));
  }

  /** Reports schemas that contain themselves with nothing between: no value can be checked. */
  checkCircles(): void {
    const refs = new Map([...this.#found].map(([key, { schema }]) => [key, refsOf(schema, IN_PLACE)]));
    const reported = new Set<string>();
    for (const way of circles(refs)) {
      const all = way.flatMap((key) => this.#found.get(key) ?? []);
      const [first] = all;
      if (first === undefined || way.some((key) => reported.has(key))) continue;
      for (const key of way) reported.add(key);
      const cause = `the schema is defined by itself: ${all.map(({ wish }) => wish).join(" → ")}`;
      this.fault(first, cause, "Put a property or an item between, or remove the reference.", "no-cycles");
    }
  }

  #refer(ref: string, place: Place): Found {
    const to = this.#documents.resolve(ref, place);
    if (!("cause" in to)) return this.add(to);
    this.fault(below(place, "$ref"), to.cause, to.fix, "refs-resolve");
    return this.add({ file: "", pointer: "/Missing" }, { schema: {} });
  }

  /** A schema in the form of the model, in which `$ref` is a key. */
  #read(raw: Json | undefined, place: Place): Schema {
    if (raw === true) return {};
    if (raw === false) return { not: {} };
    if (!isObject(raw)) {
      this.fault(place, "this is not a schema", "Write an object, or true or false.", "schemas");
      return {};
    }
    const out: Record<string, unknown> = {};
    const fault = (key: string, cause: string, fix = "Write what JSON Schema has for this keyword.") =>
      this.fault(below(place, key), cause, fix, "schemas");
    const read = (part: Json, ...keys: readonly (string | number)[]) =>
      this.#read(part, below(place, ...keys));
    const readAll = (key: string, parts: JsonObject) =>
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, read(part, key, name)]));
    const add = (key: string, parts: readonly Schema[]) => {
      out[key] = [...((out[key] as readonly Schema[] | undefined) ?? []), ...parts];
    };
    for (const [key, value] of Object.entries(raw)) {
      const kind = ANNOTATIONS.get(key);
      if (DEFINITIONS.has(key) || (kind !== undefined && kindOf(value) !== kind)) continue;
      if (key === "$ref" && typeof value === "string") out.$ref = this.#refer(value, place).key;
      else if (key === "additionalProperties" && typeof value === "boolean") out[key] = value;
      else if (isOneOf(PARTS.one, key) && !isList(value)) out[key] = read(value, key);
      else if (isOneOf(PARTS.list, key) && isList(value))
        add(
          key,
          value.map((part, i) => read(part, key, i)),
        );
      else if (isOneOf(PARTS.map, key) && isObject(value)) out[key] = readAll(key, value);
      else if (key === "items" && isList(value)) {
        // Draft 7: a list of schemas for the first items, and `additionalItems` for the others.
        add(
          "prefixItems",
          value.map((part, i) => read(part, key, i)),
        );
        if (raw.prefixItems !== undefined) fault(key, "items is a list, as in draft 7, next to prefixItems");
        if (raw.additionalItems !== undefined) out.items = read(raw.additionalItems, "additionalItems");
      } else if (key === "dependencies" && isObject(value)) {
        const needs = Object.entries(value).map(([name, need]) => [
          name,
          isList(need) ? { required: need } : read(need, key, name),
        ]);
        add("allOf", [{ dependentSchemas: Object.fromEntries(needs) }]);
      } else if (key === "nullable" && value === true && raw.type !== undefined) {
        out.type = [...new Set([...(isList(raw.type) ? raw.type : [raw.type]), "null"])];
      } else if (key === "$dynamicRef" || key === "$recursiveRef") {
        const cause = `the target of ${key} depends on the way on which a reader came to it`;
        fault(key, cause, "Write a $ref to the schema that is meant.");
      } else if (isOneOf(Object.values(PARTS).flat(), key)) fault(key, `${key} holds no schema`);
      else if (!(key in out)) out[key] = value;
    }
    return out;
  }

  /** The words of a pointer that say something: "/components/schemas/Pair/properties/left" is "Pair left". */
  #spelling({ file, pointer }: Place): string {
    const tokens = referenceTokens(pointer);
    const words: string[] = [];
    let value: Json | undefined = this.#documents.file(file) ?? undefined;
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i] as string;
      value = isList(value) ? value[Number(token)] : isObject(value) ? value[token] : undefined;
      const before = tokens[i - 1] ?? "";
      const isNamed =
        /^(schemas|contentDescriptors|definitions|\$defs|properties|patternProperties|x-.*)$/.test(before);
      const isStructure =
        /^(components|schemas|schema|methods|params|contentDescriptors|definitions|\$defs|properties)$/;
      if (/^\d+$/.test(token) && !isNamed)
        words.push(stringAt(value, "name") ?? (words.length > 0 ? token : ""));
      else if (isNamed || !isStructure.test(token)) words.push(token);
    }
    const spelling = words.join(" ").trim();
    const baseName = file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
    return spelling === ""
      ? (stringAt(this.#documents.at({ file, pointer }), "title") ?? baseName)
      : spelling;
  }
}

function isOneOf(keywords: readonly string[], key: string): boolean {
  return keywords.includes(key);
}

function words(text: string, kind: Kind): [string, Kind][] {
  return text.split(" ").map((word) => [word, kind]);
}
