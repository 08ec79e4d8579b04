/** Answers requests that are not canonical: recognises their form, calls the handler, and answers in the same form. */
import { explain } from "@league-v2/contract";
import { readMessage } from "../../json/read-message.js";
import { sleep } from "../../platform/clock.js";
import {
  type Dispatcher,
  InvalidMessageError,
  RpcError,
  type RpcMethod,
  type RpcRequest,
} from "../../rpc/index.js";
import { errorText } from "../../rpc/reply-text.js";
import { rpcErrors } from "../../rpc/rpc-error.js";
import { asText } from "../../wire/as-text.js";
import {
  type Form,
  findMessage,
  isObject,
  type Located,
  methodOf,
  type Reading,
  readApplicant,
  requestTypes,
  type Spelling,
  spellingOf,
  type Variables,
  withContractNames,
} from "../../wire/index.js";
import { isOfUsualSize } from "../../wire/limits.js";
import { isNumericId, withTextIds } from "../../wire/numeric-ids.js";
import { positionalCall, scalarReply } from "../../wire/service/positional.js";
import { describeError } from "../core/describe-error.js";
import { errorReply } from "../core/error-reply.js";
import { schemaFault } from "../core/schema-fault.js";
import type { Trace } from "../core/trace.js";
import type { Wire } from "../core/wire.js";
import { isDocumented } from "../lenient/derived-reading.js";
import { derivedReadings, lenientReading } from "../lenient/lenient-reading.js";
import type { Forms, PeerFormTable } from "../peers/peer-form-table.js";
import { readPushedAnswer } from "../peers/pushed-answer.js";
import { serviceAnswer, serviceRpc } from "../services/service-rpc.js";
import type { AgentCore } from "../serving/agent-core.js";
import { directoryAnswer } from "../serving/directory-answer.js";
import { logInvalid } from "../serving/log-invalid.js";
import type { RoleParts } from "../serving/role-parts.js";
import { assertStrict, refusedByStrict } from "./assert-strict.js";
import { completedReading } from "./completed-reading.js";
import { dialectValidator } from "./dialect-validators.js";
import {
  encode,
  type ForeignAnswer,
  matchIdsOf,
  receivedText,
  refusalText,
  renumbered,
  respelled,
  timedLike,
  unknownTool,
} from "./foreign-reply.js";
import { MatchFacts } from "./match-facts.js";
import { reportSender } from "./report-sender.js";
import { RequestedAnswers } from "./requested-answers.js";

export interface ForeignSetting {
  readonly runtime: AgentCore;
  readonly methods: Dispatcher<Wire>;
  readonly parts: WireFormParts;
  readonly peers: PeerFormTable;
  readonly forms: Forms;
}

/** The parts of a role that this layer needs in addition to its methods. */
export type WireFormParts = Pick<
  RoleParts,
  "id" | "registered" | "assignment" | "state" | "round" | "takeAnswer" | "directory"
>;

interface ReadCall {
  readonly request: RpcRequest;
  readonly found: Located;
  readonly trace: Trace | undefined;
}

/** The messages that are read without a turn of the loop between them. */
const mostAtOnce = 4;

export class WireFormHandler {
  readonly #setting: ForeignSetting & { readonly invited: Set<string> };
  readonly #facts = new MatchFacts();
  readonly #answers: RequestedAnswers;
  /** The number of messages that are read or handled. */
  #open = 0;
  /** Resolves in the turn of the last one that waits. */
  #turn: Promise<void> = Promise.resolve();

  constructor(setting: ForeignSetting) {
    this.#setting = { ...setting, invited: new Set() };
    this.#answers = new RequestedAnswers(setting);
  }

  /**
   * @param request as JSON-RPC reads the body; a bare message is an invalid one
   * @param trace the trace of the request
   */
  async answer(body: unknown, request: RpcRequest, trace?: Trace): Promise<ForeignAnswer> {
    if (!isOfUsualSize(body)) return undefined;
    // Further entries of a batch are read in a turn of the loop each, so that other peers are answered between them.
    if (this.#open >= mostAtOnce) {
      const { clock } = this.#setting.runtime.agentContext;
      this.#turn = this.#turn.then(() => sleep(clock, 0));
      await this.#turn;
    }
    this.#open++;
    try {
      return await this.#answerNumbered(body, request, trace);
    } finally {
      this.#open--;
    }
  }

  async #answerNumbered(
    body: unknown,
    request: RpcRequest,
    trace: Trace | undefined,
  ): Promise<ForeignAnswer> {
    const { runtime, parts } = this.#setting;
    if (runtime.strict) return this.#answer(body, request, trace);
    const positional = request.kind === "call" ? positionalCall(body) : undefined;
    if (positional !== undefined && request.kind === "call")
      return serviceAnswer(positional, this.#setting, request.id, scalarReply);
    const me = parts.id();
    // A league that numbers its members may number their opponents and matches, too.
    const numbered = runtime.role !== "league_manager" && isNumericId(me) ? withTextIds(body) : undefined;
    if (numbered === undefined) return this.#answerSpelled(body, request, trace);
    const answer = await this.#answerSpelled(numbered.body, request, trace);
    return renumbered(answer, new Set([...numbered.ids, String(me)]));
  }

  async #answerSpelled(body: unknown, request: RpcRequest, trace: Trace | undefined): Promise<ForeignAnswer> {
    const spelling = spellingOf(body);
    if (spelling === undefined) return this.#answer(body, request, trace);
    return respelled(await this.#answer(withContractNames(body), request, trace, spelling), spelling);
  }

  async #answer(
    body: unknown,
    request: RpcRequest,
    trace: Trace | undefined,
    spelling?: Spelling,
  ): Promise<ForeignAnswer> {
    const read = findMessage(body);
    const found = read && spelling ? { ...read, spelling } : read;
    this.#noteRegistration(body, found);
    if (request.kind === "invalid" && found?.shape !== "bare") return undefined;
    if (found === undefined) return this.#misplaced(request);
    const listed = await directoryAnswer(request, found, this.#setting.parts.directory);
    if (listed !== undefined) return listed;
    const { methods, forms, runtime } = this.#setting;
    const isServedName = !spelling && found.shape === "params" && methods.has(found.method ?? "");
    const about = this.#about(found);
    const call = { request, found, trace };
    this.#answers.sendMissed(found, about);
    const known = await this.#read(forms.recogniser.readings(found, isServedName, about), call);
    if (known.answer !== undefined) return known.answer;
    const received = this.#received(request, found);
    if (received !== undefined) return received;
    const sent = runtime.strict ? found : await reportSender(found, this.#setting.parts);
    const lenient = await this.#leniently(body, { ...call, found: sent });
    if (lenient !== undefined) return lenient;
    const readings = derivedReadings(body, found, { ...this.#setting, about, isServedName });
    const shown = await this.#read(readings, call);
    if (shown.answer !== undefined) return shown.answer;
    const refused = known.refused ?? shown.refused;
    const served = isServedName
      ? undefined
      : await serviceRpc(request, found, this.#setting, isDocumented(body, found, forms.registry));
    if (served !== undefined) return served;
    if (refused === undefined) {
      return found.shape === "tools_call" ? unknownTool(request, found) : this.#misplaced(request);
    }
    return isServedName ? undefined : this.#refuse(request, found, refused.reading, refused.error);
  }

  /** The answer to the first reading that is a valid message, or else the error of the first reading. */
  async #read(
    readings: Iterable<Reading>,
    { request, found, trace }: ReadCall,
  ): Promise<{ answer?: ForeignAnswer; refused?: { reading: Reading; error: unknown } }> {
    let refused: { reading: Reading; error: unknown } | undefined;
    for (const one of readings) {
      const reading = completedReading(one, this.#setting.runtime);
      const method = this.#setting.methods.get(reading.method);
      if (method === undefined) continue;
      try {
        const { runtime, peers } = this.#setting;
        if (runtime.strict) assertStrict(found, reading, peers.own, runtime.senderIdentity);
        const reply = timedLike(found, await this.#handle(found, reading, method, trace));
        this.#answers.send(found, reading, reply, this.#about(found), this.#facts.of(reading.message));
        return { answer: encode(request, found, reading, reply, this.#about(found)) };
      } catch (error) {
        if (!(error instanceof InvalidMessageError))
          return { answer: this.#refuse(request, found, reading, error) };
        refused ??= { reading, error: this.#setting.runtime.strict ? refusedByStrict(error) : error };
      }
    }
    return refused === undefined ? {} : { refused };
  }

  /** Handles an answer that a player sends to this referee as a request. */
  #received(request: RpcRequest, found: Located): ForeignAnswer {
    const { runtime, parts } = this.#setting;
    const answer = runtime.strict ? undefined : readPushedAnswer(found);
    const isTaken = answer !== undefined && parts.takeAnswer?.(answer) === true;
    return isTaken ? receivedText(request, found, answer.match_id) : undefined;
  }

  /** Stores a registration: the first message of an agent shows its form. */
  #noteRegistration(body: unknown, found: Located | undefined): void {
    const { runtime } = this.#setting;
    const applicant = found && readApplicant({ name: found.method, message: found.message });
    if (applicant?.endpoint !== undefined && runtime.role === "league_manager") {
      this.#setting.peers.registered(applicant.endpoint, body);
    }
  }

  /** The error for a known method whose params contain no message of it. */
  #misplaced(request: RpcRequest): ForeignAnswer {
    if (request.kind === "invalid") return undefined;
    const { methods, forms } = this.#setting;
    const { method } = request;
    const served = requestTypes.filter((type) => methods.has(methodOf(type)?.name ?? ""));
    const isName = (form: Form) => served.some((type) => form.carries(method, type));
    if (methods.has(method) || !(method === "tools/call" || forms.registry.all.some(isName)))
      return undefined;
    return request.kind === "notification" ? null : errorText(request.id, rpcErrors.invalidParams);
  }

  /** The answer to a registration or report that no form describes but whose content is readable. */
  async #leniently(body: unknown, { request, found, trace }: ReadCall): Promise<ForeignAnswer> {
    const { runtime, methods, forms } = this.#setting;
    const reading = lenientReading(body, found, runtime, forms);
    const method = reading && methods.get(reading.method);
    if (reading === undefined || method === undefined) return undefined;
    try {
      const reply = await this.#handle(found, reading, method, trace, true);
      return encode(request, found, reading, reply, this.#about(found));
    } catch (error) {
      return error instanceof InvalidMessageError ? undefined : this.#refuse(request, found, reading, error);
    }
  }

  async #handle(
    found: Located,
    reading: Reading,
    method: RpcMethod<Wire>,
    trace: Trace | undefined,
    isLenient = false,
  ): Promise<unknown> {
    const { type, message } = reading;
    const form = this.#setting.forms.registry.withSpelling(reading.form, found.spelling);
    const { tokens, match_start } = form.profile;
    const { registry } = this.#setting.forms;
    // Another process needs the text of a derived form.
    const name = registry.isDerived(form) ? registry.textOf(form) : form.name;
    // A message that no form describes needs a token, although the nearest form may have none.
    const tokenless = tokens === "optional" && !isLenient;
    const wire = { name, tokenless, matchStart: match_start, trace, isLenient };
    if (!isLenient) this.#mustFitDialect(found, reading);
    const outcome = method.call(message, wire);
    // The validator accepted the message, so this reading is correct even if the handler refuses.
    this.#setting.forms.recogniser.store(found, reading);
    this.#facts.note(type, message);
    const reply = await outcome;
    if (isObject(reply) && typeof reply.message_type === "string")
      this.#facts.note(reply.message_type, reply);
    return reply;
  }

  /** @throws InvalidMessageError for a message that breaks the schema of its own dialect */
  #mustFitDialect({ message }: Located, { form, type, method }: Reading): void {
    const validate = dialectValidator(form.name, type);
    const read = validate === undefined ? null : readMessage(validate, message);
    if (read === null || read.ok) return;
    throw errorReply(
      schemaFault(explain(read.faults, message)),
      message,
      method,
      this.#setting.runtime.senderIdentity,
    );
  }

  #refuse(request: RpcRequest, found: Located, reading: Reading, error: unknown): ForeignAnswer {
    const { runtime } = this.#setting;
    logInvalid(runtime, reading.method, error);
    if (!(error instanceof RpcError)) {
      runtime.log({ level: "error", message: `${reading.method}: ${describeError(error)}` });
    }
    const { code, message } = rpcErrors.internalError;
    const sent = error instanceof RpcError ? error : new RpcError(code, message);
    return refusalText(request, reading.form, sent, this.#about(found));
  }

  #about({ message }: Located): Variables {
    const { runtime, parts } = this.#setting;
    const me = parts.id();
    const about = {
      opponent_id: "unknown",
      ...this.#facts.of(message),
      recipient: me ?? undefined,
      now: runtime.senderIdentity.now(),
      conversation: `conv-${asText(message.match_id ?? message.sender ?? "unknown")}`,
    };
    // A league manager plays in no match.
    const player = runtime.role === "league_manager" ? null : me;
    return { ...this.#facts.withRoles(about, message, player), ...matchIdsOf(message) };
  }
}
