/** Bodies of JSON-RPC and their exchange, as plain scripts write them. */
import type { HttpHandler } from "../../../src/http/types.js";
import type { Transport } from "../../../src/index.js";

export type Body = Record<string, unknown>;

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export const isBody = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const bodyOf = (value: unknown): Body => (isBody(value) ? value : {});

export const rpcResult = (id: unknown, result: unknown): Reply => ({ body: { jsonrpc: "2.0", id, result } });

export const rpcError = (
  id: unknown,
  code: number,
  message: string,
  status = 200,
  data?: unknown,
): Reply => ({
  status,
  body: { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } },
});

/** The handler of an agent that answers one object with another; without a body the object is empty. */
export const handlerOf =
  (answer: (request: Body, path: string, verb: string) => Reply | Promise<Reply>): HttpHandler =>
  async ({ body, path, method }) => {
    const text = String(body);
    const reply = await answer(text === "" ? {} : bodyOf(JSON.parse(text)), path, method);
    const headers = { "content-type": "application/json", ...reply.headers };
    return { status: reply.status ?? 200, headers, body: JSON.stringify(reply.body) };
  };

/** Sends an object, or an empty body. @returns the answered one */
export async function post(
  network: Pick<Transport, "send">,
  url: string,
  request: Body | undefined,
): Promise<Body> {
  const { signal } = new AbortController();
  const body = request === undefined ? "" : JSON.stringify(request);
  const reply = await network.send({ url, body, signal });
  return bodyOf(JSON.parse(reply.body));
}

/** The answer to a registration: in a result, in its payload, in the content of a tool, or as it is. */
export function acceptanceIn(answer: unknown): Body {
  const { result, ...bare } = bodyOf(answer);
  const { content, ...plain } = bodyOf(result) as { content?: [{ text: string }] };
  if (content !== undefined) return bodyOf(JSON.parse(content[0].text));
  return result === undefined ? bare : { ...plain, ...bodyOf((plain as Body).payload) };
}

/** The value at a path of member names with dots between them. */
export const valueAt = (from: unknown, path: string): unknown =>
  path === "" ? from : path.split(".").reduce<unknown>((value, name) => bodyOf(value)[name], from);

/** A template with its variables: `${name}` alone is the value itself, `$with` an object whose members come first. */
export function filled(template: unknown, variables: Body): unknown {
  if (Array.isArray(template)) return template.map((one) => filled(one, variables));
  if (isBody(template)) {
    const { $with, ...own } = template;
    const members = Object.entries(own).map(([name, value]) => [name, filled(value, variables)]);
    return { ...bodyOf(filled($with, variables)), ...Object.fromEntries(members) };
  }
  if (typeof template !== "string") return template;
  const [, whole] = /^\$\{(\w+)\}$/.exec(template) ?? [];
  if (whole !== undefined) return variables[whole];
  return template.replace(/\$\{(\w+)\}/g, (_, name: string) => String(variables[name]));
}
