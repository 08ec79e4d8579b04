/** The HTTP side of an agent with a random form: its refusals, and its descriptions of itself. */
import type { HttpHandler, HttpReply, HttpRequest } from "../../src/http/types.js";
import { type Body, isBody } from "../gateway/peers/json-rpc.js";
import { FormCodec, needed, type Refusal } from "./form-codec.js";
import type { RandomForm } from "./random-form.js";

/** Handles a message; the answer has the names of the contract. */
export type Handle = (type: string, message: Body) => Body | Promise<Body>;

/** Messages with a second effect on a second delivery; a registration is repeated until it is answered. */
const withEffect = [
  "RUN_MATCH",
  "ROUND_ANNOUNCEMENT",
  "GAME_OVER",
  "MATCH_RESULT_REPORT",
  "LEAGUE_COMPLETED",
];

const harmlessMethods =
  /"method":"(?:ping|is_this_method_known|tools\/list|rpc\.discover|initialize|notifications\/initialized)"/;

/** Whether a body only asks for the form of an agent, or is an order without a match. */
export function isHarmless(body: string): boolean {
  const isOrder = body.includes("conv-run-") && !/P01|127\.0/.test(body);
  return harmlessMethods.test(body) || body.includes("conv-probe-") || isOrder;
}

export class FormServer {
  readonly codec: FormCodec;
  readonly #form: RandomForm;
  readonly #served: readonly string[];
  readonly #handle: Handle;
  /** The number of requests without an effect. */
  harmless = 0;
  /** The types of the messages that it understood. */
  readonly understood: string[] = [];
  /** The number of times that each message with an effect was understood, by its type and its subject. */
  readonly #deliveries = new Map<string, number>();
  /** The refused bodies, each with its reason. */
  readonly refused: string[] = [];

  constructor(form: RandomForm, served: readonly string[], handle: Handle) {
    this.#form = form;
    this.codec = new FormCodec(form);
    this.#served = served;
    this.#handle = handle;
  }

  readonly handler: HttpHandler = async ({ method, path, body }: HttpRequest): Promise<HttpReply> => {
    if (method === "GET" || isHarmless(String(body))) this.harmless += 1;
    if (method === "GET") return this.#get(path);
    const json: unknown = JSON.parse(String(body));
    const described = this.#description(json);
    const status = this.#form.habits?.status ?? 200;
    if (described !== undefined) return reply(200, described);
    const request = this.codec.readRequest(json, this.#served);
    if ("kind" in request) {
      this.refused.push(`${request.kind} ${request.name} in ${String(body)}`);
      return this.#refuse(request);
    }
    this.understood.push(request.type);
    if (!this.#isOfContract(request.type, json)) this.#note(request.type, request.message);
    const answer = this.codec.answer(await this.#handle(request.type, request.message), request.id);
    const isEmpty = isBody(answer) && answer.result === "" && this.#form.reply === "result";
    return isEmpty ? { ...reply(204, null), body: "" } : reply(status, answer);
  };

  /** The messages with an effect that were understood more than once. */
  get repeated(): string[] {
    return [...this.#deliveries]
      .filter(([, count]) => count > 1)
      .map(([what, count]) => `${count} × ${what}`);
  }

  /** A peer that registers canonically gets canonical messages again, until its answer is valid, too. */
  #isOfContract(type: string, json: unknown): boolean {
    const { place, names, wrap, habits } = this.#form;
    const isCanonical = place === "params" && names === "documents" && wrap === undefined;
    const isSpelled = (habits?.memberCase ?? "snake") !== "snake";
    const body = JSON.stringify(json);
    const isOrder = type === "ROUND_ANNOUNCEMENT" && body.includes("player_A_endpoint");
    return isCanonical && !isSpelled && !isOrder && body.includes(`"message_type":"${type}"`);
  }

  #note(type: string, message: Body): void {
    if (!withEffect.includes(type)) return;
    // The announcement of a round with the addresses of the players is an order, and another message than one without.
    const isOrder = JSON.stringify(message.matches ?? "").includes("player_A_endpoint");
    const what = `${type} ${isOrder ? "as an order " : ""}${String(message.match_id)} ${String(message.round_id)}`;
    this.#deliveries.set(what, (this.#deliveries.get(what) ?? 0) + 1);
  }

  #get(path: string): HttpReply {
    const isKnown = path === "/openapi.json" && this.#form.describes === "openapi";
    return isKnown ? reply(200, this.#openApi()) : reply(404, { detail: "Not Found" });
  }

  #description(json: unknown): unknown {
    const { describes } = this.#form;
    if (!isBody(json)) return undefined;
    const { method, id } = json;
    const names = this.#served.map((type) => ({ type, name: this.codec.nameOf(type) }));
    if (method === "tools/list" && (describes === "tools" || describes === "schemas")) {
      const tools = names.map(({ type, name }) => ({
        name,
        description: `${name} of this agent`,
        ...(describes === "schemas" ? { inputSchema: this.#schema(type) } : {}),
      }));
      return { jsonrpc: "2.0", id, result: { tools } };
    }
    if (method !== "rpc.discover" || describes !== "discover") return undefined;
    const methods = names.map(({ type, name }) => {
      const { properties, required } = this.#schema(type);
      const params = Object.entries(properties).map(([one, schema]) => ({
        name: one,
        schema,
        required: required.includes(one),
      }));
      return { name, params };
    });
    return {
      jsonrpc: "2.0",
      id,
      result: { openrpc: "1.3.2", info: { title: "agent", version: "1" }, methods },
    };
  }

  #schema(type: string): { type: string; properties: Body; required: string[] } {
    const { members, nests, wrap, missing, types } = this.#form;
    const { memberName } = this.codec;
    const spell = memberName.bind(this.codec);
    const own = (needed[type] ?? []).map((name) => spell(members[name] ?? name));
    const schemaOf = (names: readonly string[]) =>
      Object.fromEntries(
        names.map((name) => [name, name === "game_result" ? { type: "object" } : { type: "string" }]),
      );
    const outer = ["protocol", "sender", "timestamp", "conversation_id"]
      .filter((name) => !missing.includes(name))
      .map(spell);
    const nestName = nests[type];
    const nest = nestName && spell(nestName);
    const inner = { type: "object", properties: schemaOf(own), required: own };
    const typed = types === "plain" ? { [spell("message_type")]: { type: "string", const: type } } : {};
    const content = {
      type: "object",
      properties: {
        ...schemaOf(outer),
        ...typed,
        ...(nest === undefined ? schemaOf(own) : { [nest]: inner }),
      },
      required: nest === undefined ? own : [nest],
    };
    return wrap === undefined
      ? content
      : { type: "object", properties: { [wrap]: content }, required: [wrap] };
  }

  /** The OpenAPI document that a web framework makes of typed handlers. */
  #openApi(): Body {
    const schemas = Object.fromEntries(
      this.#served.map((type) => [this.codec.nameOf(type).replaceAll(/\W/g, "_"), this.#schema(type)]),
    );
    const references = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const params = { anyOf: references };
    const rpc = {
      type: "object",
      properties: {
        jsonrpc: { type: "string" },
        method: { type: "string", enum: this.#served.map((type) => this.codec.nameOf(type)) },
        params,
      },
      required: ["jsonrpc", "method", "params"],
    };
    const schema = this.#form.place === "bare" ? params : rpc;
    const post = { requestBody: { content: { "application/json": { schema } } } };
    return { openapi: "3.1.0", paths: { "/mcp": { post } }, components: { schemas } };
  }

  #refuse({ kind, name, id }: Refusal): HttpReply {
    const { errors, place } = this.#form;
    const known = this.#served.map((type) =>
      place === "bare" || this.#form.names === "one" ? type : this.codec.nameOf(type),
    );
    const isUnknown = kind === "unknown" || kind === "place";
    const rpc = (code: number, message: string) =>
      this.#form.habits?.failsWith200 === true
        ? reply(200, { error: message })
        : reply(
            200,
            place === "bare"
              ? { status: "error", message }
              : { jsonrpc: "2.0", id: id ?? null, error: { code, message } },
          );
    const what = this.#form.names === "one" || place === "bare" ? "message_type" : "method";
    if (kind === "time" && errors !== "plain")
      return rpc(-32602, "Invalid timestamp format, must be UTC in whole seconds");
    if (isUnknown && errors === "lists_names")
      return rpc(-32601, `Unknown ${what} '${name}', known: ${known.join(", ")}`);
    if (isUnknown && errors === "http_422") return reply(404, { detail: `Unknown ${what}: ${name}` });
    if (isUnknown) return rpc(-32601, errors === "plain" ? "Method not found" : `Unknown ${what}: ${name}`);
    switch (errors) {
      case "names_fields":
      case "lists_names":
        return rpc(-32602, `Missing required field: ${name}`);
      case "http_422":
        return reply(422, {
          detail: [{ loc: ["body", "params", name], msg: "Field required", type: "missing" }],
        });
      case "key_error":
        return rpc(-32603, `'${name}'`);
      case "plain":
        return rpc(-32602, "Invalid params");
    }
  }
}

function reply(status: number, body: unknown): HttpReply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
