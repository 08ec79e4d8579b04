import { below, type Place } from "../fault.js";
import { isObject, type Json, type JsonObject, listAt, objectAt, stringAt } from "../json.js";
import type { Exchange, Method, NamedType, Route } from "../model/model.js";
import { distinctNames, methodConstant, pascal, typeName } from "../names.js";
import { childPointer } from "../runtime/values.js";
import type { Documents } from "./documents.js";
import type { Member, SchemaReader } from "./schemas.js";

/** Reads the methods and routes of the OpenRPC document in a file. */
export function readMethods(
  documents: Documents,
  schemas: SchemaReader,
  file: string,
  isLeagueSpec: boolean,
): { methods: Method[]; routes: Route[] } {
  const document = documents.file(file) ?? {};

  function objectAtPlace(place: Place): JsonObject {
    const value = documents.at(place);
    return isObject(value) ? value : {};
  }

  function fault(place: Place, cause: string, fix: string): void {
    schemas.fault(place, cause, fix, "methods");
  }

  function readAll(): Method[] {
    const found = listAt(document, "methods").map((_, i) => {
      const place = schemas.follow({ file, pointer: childPointer("/methods", i) });
      return { place, raw: objectAtPlace(place) };
    });
    const names = new Map<string, string>();
    for (const { place, raw } of found) {
      const name = stringAt(raw, "name") ?? "";
      const before = names.get(name);
      const cause = `the method ${name} is there twice, also at ${before}`;
      if (name === "") fault(place, "the method has no name", "Write name.");
      else if (before !== undefined) fault(place, cause, "Remove or rename one of the two.");
      else names.set(name, place.pointer);
    }
    const wishes = [...names.keys()].map((name) => ({
      key: name,
      wish: typeName(pascal(name), "Method"),
      spelling: name,
      claims: (label: string) => [methodConstant(label)],
    }));
    const labels = distinctNames(wishes);
    return found.map(({ place, raw }) =>
      readMethod(place, raw, labels.get(stringAt(raw, "name") ?? "") ?? "Method"),
    );
  }

  function readMethod(place: Place, raw: JsonObject, label: string): Method {
    const roles = (side: string) => listAt(objectAt(raw, "x-direction"), side).filter(isText);
    const [name = "", summary = "", source = ""] = ["name", "summary", "x-source"].map((key) =>
      stringAt(raw, key),
    );
    const { names, ...exchange } = readExchange(place, raw, label);
    return {
      ...exchange,
      name,
      label,
      params: names,
      positional: !isLeagueSpec && raw.paramStructure !== "by-name",
      summary,
      source,
      from: isLeagueSpec ? roles("from") : ["client"],
      to: isLeagueSpec ? roles("to") : ["server"],
      envelope: isLeagueSpec && raw["x-envelope"] !== false,
      ack: readReply(place, raw, `${label}Ack`, "x-ack"),
      forms: listAt(raw, "x-forms").map((_, i) => {
        const at = below(place, "x-forms", i);
        const { names: __, ...form } = readExchange(at, objectAtPlace(at), `${label}Form${i + 1}`);
        return form;
      }),
    };
  }

  function readExchange(
    place: Place,
    raw: JsonObject,
    label: string,
  ): Exchange & { names: readonly string[] } {
    const reply = readReply(place, raw, label);
    const message = readMessage(place, raw, label);
    return {
      ...place,
      ...(message === null ? readParams(place, raw, label) : { names: [], request: message }),
      reply,
      deadlineMs: numberOrNull(raw["x-deadline-ms"]),
      retries: numberOrNull(raw["x-retries"]) ?? 0,
      retryPauseMs: numberOrNull(raw["x-retry-pause-ms"]),
      bestEffort: raw["x-best-effort"] === true,
      raw,
    };
  }

  function readMessage(place: Place, raw: JsonObject, label: string): NamedType | null {
    return "x-message" in raw ? schemas.target(below(place, "x-message"), `${label}Params`) : null;
  }

  function readReply(place: Place, raw: JsonObject, label: string, member = "result"): NamedType | null {
    if (!isObject(raw[member])) return null;
    const descriptor = schemas.follow(below(place, member));
    const at = below(descriptor, "schema");
    if (documents.at(at) === undefined) {
      fault(descriptor, "the content descriptor has no schema", "Write schema, or true for any value.");
      return null;
    }
    // A descriptor that several methods share has one schema, with the descriptor's name.
    const isShared = descriptor.pointer !== childPointer(place.pointer, member);
    return schemas.target(at, isShared ? undefined : `${label}Result`);
  }

  /** The parameters by name, content descriptor by content descriptor, as one object schema. */
  function readParams(place: Place, raw: JsonObject, label: string): { request: NamedType; names: string[] } {
    const method = stringAt(raw, "name") ?? label;
    const members: Member[] = [];
    for (const i of listAt(raw, "params").keys()) {
      const at = schemas.follow(below(place, "params", i));
      const descriptor = objectAtPlace(at);
      const [name, description] = [stringAt(descriptor, "name"), stringAt(descriptor, "description")];
      const isRequired = descriptor.required === true;
      if (name === undefined) fault(at, "the parameter has no name", "Write name.");
      else if (members.some((before) => before.name === name))
        fault(at, `two parameters of ${method} are called ${name}`, "Rename one of the two.");
      else {
        const late = members.find((before) => !before.isRequired)?.name;
        if (isRequired && late !== undefined && raw.paramStructure !== "by-name") {
          const cause = `${name} is required and follows ${late}, which is optional: by position nothing can be left out there`;
          const isOnlyWay = raw.paramStructure === "by-position";
          schemas.fault(at, cause, "Put required parameters first.", "methods", isOnlyWay);
        }
        if (descriptor.schema === undefined)
          fault(at, `the parameter ${name} has no schema`, "Write schema, or true for any value.");
        members.push({ name, isRequired, description, place: below(at, "schema") });
      }
    }
    const about = `Parameters of ${method}.`;
    const request = schemas.addObject(below(place, "params"), `${label}Params`, about, members);
    return { names: members.map(({ name }) => name), request };
  }

  function readRoute(place: Place): Route {
    const raw = objectAtPlace(place);
    const [path = "", verb = "", summary = ""] = ["path", "verb", "summary"].map((key) => stringAt(raw, key));
    const label = pascal(`${verb} ${path}`);
    const request = readMessage(place, raw, label);
    return { ...place, raw, path, verb, summary, request, reply: readReply(place, raw, label) };
  }

  const methods = readAll();
  const routes = listAt(document, "x-http").map((_, i) =>
    readRoute({ file, pointer: childPointer("/x-http", i) }),
  );
  return { methods, routes };
}

function isText(value: Json): value is string {
  return typeof value === "string";
}

function numberOrNull(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}
