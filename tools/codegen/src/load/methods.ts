import { isObject, type JsonObject, listAt, objectAt, stringAt } from "../json.js";
import { pascal } from "../names.js";
import { childPointer } from "./pointer.js";
import type { SchemaLoader } from "./schema-loader.js";
import type { Exchange, LoadedMethod, LoadedRoute } from "./types.js";

/** Finds or creates the schemas of the params and results of an OpenRPC document's methods. */
export class MethodReader {
  readonly #loader: SchemaLoader;
  readonly #file: string;

  constructor(loader: SchemaLoader, file: string) {
    this.#loader = loader;
    this.#file = file;
  }

  method(raw: JsonObject, pointer: string): LoadedMethod {
    const name = stringAt(raw, "name") ?? `method ${pointer}`;
    const forms = listAt(raw, "x-forms").map((form, i) => {
      const at = childPointer(childPointer(pointer, "x-forms"), i);
      const label = `${pascal(name)}Form${i + 1}`;
      return this.#exchange(isObject(form) ? form : {}, at, label);
    });
    const ack = this.#reply(raw, pointer, `${pascal(name)}Ack`, "x-ack");
    return { ...this.#exchange(raw, pointer, pascal(name)), name, ack, forms };
  }

  route(raw: JsonObject, pointer: string): LoadedRoute {
    const path = stringAt(raw, "path") ?? "";
    const verb = stringAt(raw, "verb") ?? "";
    const exchange = this.#exchange(raw, pointer, pascal(`${verb} ${path}`));
    return { ...exchange, path, verb, request: "x-message" in raw ? exchange.request : null };
  }

  #exchange(raw: JsonObject, pointer: string, label: string): Exchange {
    return {
      raw,
      pointer,
      request: this.#request(raw, pointer, label),
      reply: this.#reply(raw, pointer, label),
    };
  }

  #request(raw: JsonObject, pointer: string, label: string): string {
    if ("x-message" in raw)
      return this.#schema(objectAt(raw, "x-message"), childPointer(pointer, "x-message"), `${label}Params`);
    if ("path" in raw) return "";
    const params = listAt(raw, "params").filter(isObject);
    return this.#loader.addInline(
      `${label}Params`,
      paramsSchema(label, params),
      this.#file,
      childPointer(pointer, "params"),
    );
  }

  #reply(raw: JsonObject, pointer: string, label: string, member = "result"): string | null {
    const descriptor = raw[member];
    if (!isObject(descriptor)) return null;
    const at = childPointer(childPointer(pointer, member), "schema");
    return this.#schema(objectAt(descriptor, "schema"), at, `${label}Result`);
  }

  /** The name of a reference; an inline schema gets a name from its method. */
  #schema(schema: JsonObject, pointer: string, label: string): string {
    const ref = schema.$ref;
    if (typeof ref === "string") return this.#loader.name(ref, this.#file, childPointer(pointer, "$ref"));
    const title = stringAt(schema, "title");
    const name = title !== undefined && /^[A-Z]\w*$/.test(title) ? title : label;
    return this.#loader.addInline(
      name,
      { description: `Carried by ${label}.`, ...schema, title: name },
      this.#file,
      pointer,
    );
  }
}

/** By-name parameters, content descriptor by content descriptor, as one object schema. */
function paramsSchema(label: string, params: readonly JsonObject[]): JsonObject {
  const required = params
    .filter((param) => param.required === true)
    .map((param) => stringAt(param, "name") ?? "");
  return {
    title: `${label}Params`,
    description: `Parameters of ${label}.`,
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      params.map((param) => {
        const description = stringAt(param, "description");
        const note = description === undefined ? {} : { description };
        return [stringAt(param, "name") ?? "", { ...note, ...objectAt(param, "schema") }];
      }),
    ),
  };
}
