import { rawNumbers } from "../json/json-scan.js";
import { decodeUtf8, type JsonFault, type JsonLimits, parseJson } from "../json/parse-json.js";
import {
  type Answer,
  type Dispatcher,
  dispatch,
  errorText,
  invalidRequestText,
  type RpcObserver,
} from "./dispatch.js";
import { readRequest } from "./read-request.js";
import { rpcErrors } from "./rpc-error.js";

export interface RpcLimits extends JsonLimits {
  /** The maximum number of entries in a batch. */
  batchRequests: number;
}

export interface RpcOptions extends RpcObserver {
  limits: RpcLimits;
}

/**
 * Answers one JSON-RPC 2.0 body: a request, a notification or a batch. Never rejects.
 * The entries of a batch run at the same time; their answers keep the order of the requests.
 * Every text that the JSON parser refuses (also for a repeated key or too deep a nesting) is a parse error, −32700.
 * @returns the text of the answer; null if the body needs none
 */
export function handleRpc<Context>(
  input: string | Uint8Array,
  methods: Dispatcher<Context>,
  context: Context,
  options: RpcOptions,
): Promise<string | null> {
  const { limits } = options;
  const text = typeof input === "string" ? input : decodeUtf8(input);
  if (text === null) return refuse(options, errorText("null", rpcErrors.parseError));
  const parsed = parseJson(text, limits);
  if (!parsed.ok) return refuse(options, parseErrorText(parsed.fault));
  const { value } = parsed;
  const rawNumberAt = rawNumbers(text, Array.isArray(value) ? 2 : 1);

  if (!Array.isArray(value)) return dispatch(readRequest(value, [], rawNumberAt), methods, context, options);
  if (value.length === 0) return refuse(options, errorText("null", rpcErrors.invalidRequest));
  const { batchRequests } = limits;
  if (value.length > batchRequests) {
    const hint = `a batch may have ${batchRequests} entries, this one has ${value.length}`;
    return refuse(options, invalidRequestText("null", hint));
  }
  const answers = value.map((entry, index) =>
    dispatch(readRequest(entry, [index], rawNumberAt), methods, context, options),
  );
  return batchText(answers);
}

async function refuse({ onEnd, now }: RpcObserver, answer: string): Promise<string> {
  onEnd?.(null, "refused", now?.() ?? 0);
  return answer;
}

async function batchText(entries: readonly Promise<Answer>[]): Promise<string | null> {
  const due = (await Promise.all(entries)).filter((one) => one !== null);
  return due.length === 0 ? null : `[${due.join(",")}]`;
}

/** Plain syntax errors are answered word for word as in the specification; the others with a reason. */
function parseErrorText(fault: JsonFault): string {
  if (fault.kind === "syntax") return errorText("null", rpcErrors.parseError);
  return errorText("null", { ...rpcErrors.parseError, data: fault });
}
