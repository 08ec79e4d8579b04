import { below, type Place } from "../fault.js";
import { isObject, type Json, type JsonObject, listAt, objectAt, stringAt } from "../json.js";
import type { Exchange, Method, NamedType, Route } from "../model/model.js";
import { distinctNames, methodConstant, pascal, typeName } from "../names.js";
import { childPointer } from "../runtime/pointer.js";
import type { Documents } from "./documents.js";
import type { Member, SchemaReader } from "./schemas.js";

/** Reads the methods and routes of an OpenRPC document. */
export class MethodReader {
  readonly #documents: Documents;
  readonly #schemas: SchemaReader;
  readonly #file: string;
  readonly #isLeagueSpec: boolean;

  constructor(documents: Documents, schemas: SchemaReader, file: string, isLeagueSpec: boolean) {
    this.#documents = documents;
    this.#schemas = schemas;
    this.#file = file;
    this.#isLeagueSpec = isLeagueSpec;
  }

  methods(): Method[] {
    const document = this.#documents.file(this.#file);
    const found = listAt(document ?? {}, "methods").map((_, i) => {
      const place = this.#schemas.follow({ file: this.#file, pointer: childPointer("/methods", i) });
      return { place, raw: this.#object(place) };
    });
    const names = new Map<string, string>();
    for (const { place, raw } of found) {
      const name = stringAt(raw, "name");
      const before = name === undefined ? undefined : names.get(name);
      if (name === undefined || name === "") this.#fault(place, "the method has no name", "Write name.");
      else if (before !== undefined) {
        this.#fault(
          place,
          `the method ${name} is there twice, also at ${before}`,
          "Remove or rename one of the two.",
        );
      } else names.set(name, place.pointer);
    }
    const wishes = [...names.keys()].map((name) => ({
      key: name,
      wish: typeName(pascal(name), "Method"),
      spelling: name,
      claims: (label: string) => [methodConstant(label)],
    }));
    const labels = distinctNames(wishes);
    return found.map(({ place, raw }) =>
      this.#method(place, raw, labels.get(stringAt(raw, "name") ?? "") ?? "Method"),
    );
  }

  routes(): Route[] {
    return listAt(this.#documents.file(this.#file) ?? {}, "x-http").map((_, i) => {
      const place = { file: this.#file, pointer: childPointer("/x-http", i) };
      const raw = this.#object(place);
      const [path = "", verb = "", summary = ""] = ["path", "verb", "summary"].map((key) =>
        stringAt(raw, key),
      );
      const label = pascal(`${verb} ${path}`);
      const request = "x-message" in raw ? this.#message(place, label) : null;
      return { ...place, raw, path, verb, summary, request, reply: this.#reply(place, raw, label) };
    });
  }

  #method(place: Place, raw: JsonObject, label: string): Method {
    const isLeagueSpec = this.#isLeagueSpec;
    const roles = (side: string) => listAt(objectAt(raw, "x-direction"), side).filter(isText);
    const [name = "", summary = "", source = ""] = ["name", "summary", "x-source"].map((key) =>
      stringAt(raw, key),
    );
    const { names, ...exchange } = this.#exchange(place, raw, label);
    return {
      ...exchange,
      name,
      label,
      params: names,
      positional: !isLeagueSpec && raw.paramStructure !== "by-name",
      summary,
      description: stringAt(raw, "description") ?? stringAt(raw, "summary") ?? name,
      source,
      from: isLeagueSpec ? roles("from") : ["client"],
      to: isLeagueSpec ? roles("to") : ["server"],
      envelope: isLeagueSpec && raw["x-envelope"] !== false,
      ack: this.#reply(place, raw, `${label}Ack`, "x-ack"),
      forms: listAt(raw, "x-forms").map((_, i) => {
        const at = below(place, "x-forms", i);
        const { names: __, ...form } = this.#exchange(at, this.#object(at), `${label}Form${i + 1}`);
        return form;
      }),
    };
  }

  #exchange(place: Place, raw: JsonObject, label: string): Exchange & { names: readonly string[] } {
    const reply = this.#reply(place, raw, label);
    const { names, request } =
      "x-message" in raw
        ? { names: [], request: this.#message(place, label) }
        : this.#params(place, raw, label);
    return {
      file: place.file,
      pointer: place.pointer,
      names,
      request,
      reply,
      deadlineMs: numberOrNull(raw["x-deadline-ms"]),
      retries: numberOrNull(raw["x-retries"]) ?? 0,
      retryPauseMs: numberOrNull(raw["x-retry-pause-ms"]),
      bestEffort: raw["x-best-effort"] === true,
      raw,
    };
  }

  #message(place: Place, label: string): NamedType {
    return this.#schemas.target(below(place, "x-message"), `${label}Params`);
  }

  #reply(place: Place, raw: JsonObject, label: string, member = "result"): NamedType | null {
    if (!isObject(raw[member])) return null;
    const descriptor = this.#schemas.follow(below(place, member));
    const at = below(descriptor, "schema");
    if (this.#documents.at(at) === undefined) {
      this.#fault(descriptor, "the content descriptor has no schema", "Write schema, or true for any value.");
      return null;
    }
    // A descriptor that several methods share has one schema, with the descriptor's name.
    const isShared = descriptor.pointer !== childPointer(place.pointer, member);
    return this.#schemas.target(at, isShared ? undefined : `${label}Result`);
  }

  /** The parameters by name, content descriptor by content descriptor, as one object schema. */
  #params(place: Place, raw: JsonObject, label: string): { request: NamedType; names: string[] } {
    const method = stringAt(raw, "name") ?? label;
    const members: Member[] = [];
    for (const i of listAt(raw, "params").keys()) {
      const at = this.#schemas.follow(below(place, "params", i));
      const descriptor = this.#object(at);
      const [name, description] = [stringAt(descriptor, "name"), stringAt(descriptor, "description")];
      const isRequired = descriptor.required === true;
      if (name === undefined) this.#fault(at, "the parameter has no name", "Write name.");
      else if (members.some((before) => before.name === name))
        this.#fault(at, `two parameters of ${method} are called ${name}`, "Rename one of the two.");
      else {
        const late = members.find((before) => !before.isRequired)?.name;
        if (isRequired && late !== undefined && raw.paramStructure !== "by-name") {
          const cause = `${name} is required and follows ${late}, which is optional: by position nothing can be left out there`;
          const isOnlyWay = raw.paramStructure === "by-position";
          this.#schemas.fault(at, cause, "Put required parameters first.", "methods", isOnlyWay);
        }
        if (descriptor.schema === undefined)
          this.#fault(at, `the parameter ${name} has no schema`, "Write schema, or true for any value.");
        members.push({ name, isRequired, description, place: below(at, "schema") });
      }
    }
    const about = `Parameters of ${method}.`;
    const request = this.#schemas.addObject(below(place, "params"), `${label}Params`, about, members);
    return { names: members.map(({ name }) => name), request };
  }

  #object(place: Place): JsonObject {
    const value = this.#documents.at(place);
    return isObject(value) ? value : {};
  }

  #fault(place: Place, cause: string, fix: string): void {
    this.#schemas.fault(place, cause, fix, "methods");
  }
}

function isText(value: Json): value is string {
  return typeof value === "string";
}

function numberOrNull(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}
