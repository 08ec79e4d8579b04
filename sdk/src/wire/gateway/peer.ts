/** What a gateway knows about one other agent. This is its only state: a plain value that can be saved and loaded. */

import type { AddressGuard, Transport } from "../../platform/transport.js";
import type { Exchange } from "../evidence/types.js";
import type { Form } from "../form/forms.js";
import { beginningOf } from "../message/limits.js";
import type { WireProfile } from "../message/types.js";
import type { Role } from "./messages.js";

/** The plain value of a peer. It contains the token that this league gave it: keep it secret. */
export interface PeerRecord {
  readonly endpoint: string;
  readonly role?: Role | undefined;
  /** The id in the league, and the one that the peer uses for itself. */
  readonly id?: string | undefined;
  readonly ownId?: string | number | undefined;
  readonly token?: string | undefined;
  /** Whether it writes a token in its own messages. */
  readonly writesToken?: boolean;
  /** How it is called; `unknown` until its first answer. */
  readonly form?: SavedForm | undefined;
  /** How it calls others, where that is another form. */
  readonly speaks?: SavedForm | undefined;
  /** How single messages are written, where that differs: by message type. */
  readonly exceptions?: Readonly<Record<string, SavedForm>>;
  readonly unsupported?: readonly string[];
  readonly start?: MatchStart | undefined;
  readonly address?: string;
}

type SavedForm = WireProfile | "canonical";

/** Saves the records of peers, so that a restarted agent knows their forms and tokens. */
export interface PeerStore {
  load(): Promise<readonly PeerRecord[]>;
  save(records: readonly PeerRecord[]): Promise<void>;
}

/** What makes a referee begin a match. */
export type MatchStart = "order" | "announcement";

/** A form of a peer, or null for the canonical one. */
export type FormOrCanonical = Form | null;

/** What a record has as it is. */
const plain = ["role", "id", "ownId", "token", "writesToken", "start", "address"] as const;
const mostEvidence = 48;
/** The path of every form that has no address of its own. */
export const usualPath = "/mcp";

export class Peer {
  readonly endpoint: string;
  role: Role | undefined;
  id: string | undefined;
  ownId: string | number | undefined;
  token: string | undefined;
  writesToken = false;
  /** Whether it has answered with the id that the league gave it: another one is a fault. */
  usesGivenId = false;
  /** Undefined until it is known. */
  form: FormOrCanonical | undefined;
  speaks: FormOrCanonical | undefined;
  readonly exceptions = new Map<string, FormOrCanonical>();
  /** Messages that it answers in no form. */
  readonly unsupported = new Set<string>();
  /** Messages that it has answered canonically. */
  readonly proven = new Set<string>();
  start: MatchStart | undefined;
  /** Matches that it has not begun, neither by an order nor by the announcement. */
  failedStarts = 0;
  /** Where it is called, if its documents name another path than its address. */
  address: string;
  /** Headers of its MCP session. */
  session: Readonly<Record<string, string>> | undefined;
  /** The check of its addresses that our agent demands. */
  guard: AddressGuard | undefined;
  /** Requests beyond one for each message of our own agent. */
  searched = 0;
  /** Those of them that have no effect. */
  questioned = 0;
  /** How far the questions about its form have come. */
  questions = 0;
  /** The time until which it wants no more requests. */
  quietUntil = 0;
  readonly evidence: Exchange[] = [];
  /** Requests that are under way, by message and match: a repetition joins them. */
  readonly running = new Map<string, Promise<unknown>>();
  /** The answers to joins and choices that were sent, for forms that ask once: a repetition gets the same. */
  readonly asked = new Map<string, Promise<unknown>>();
  /** The last announcement that was not handed on, because it would begin its matches. */
  announcement: Readonly<Record<string, unknown>> | undefined;
  /** When the plain announcement of a round was sent to it. */
  announcedAt: number | undefined;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.address = endpoint;
  }

  /** Its id, or its address as long as it has none. */
  get name(): string {
    return this.id ?? this.endpoint;
  }

  /** Whether it is known to write or read another form than the canonical one. */
  get isForeign(): boolean {
    return [this.form, this.speaks, ...this.exceptions.values()].some(
      (form) => form !== undefined && form !== null,
    );
  }

  /** The form in which it is called with a message. */
  formFor(type: string): FormOrCanonical | undefined {
    const exception = this.exceptions.get(type);
    return exception === undefined ? this.form : exception;
  }

  /** Records the form of a valid answer. */
  settle(type: string, form: FormOrCanonical): void {
    if (form === null) this.proven.add(type);
    // A form for another address, and an order under a name of its own, are about this message only.
    const isForAll = form === null || form.profile.path === usualPath;
    if (isForAll && (this.form === undefined || (form !== null && this.formFor(type) !== form))) {
      // A form that was found later has more evidence.
      if (this.form === null) this.exceptions.set(type, form);
      else this.form = form;
      if (this.form === form) this.exceptions.delete(type);
    } else if (this.formFor(type) !== form) this.exceptions.set(type, form);
  }

  /** The transport to it, with the check of its addresses. */
  through(transport: Transport): Transport {
    const { guard } = this;
    return guard === undefined ? transport : { send: (request) => transport.send({ ...request, guard }) };
  }

  learn(exchange: Exchange): void {
    const { reply } = exchange;
    this.evidence.push(reply === undefined ? exchange : { ...exchange, reply: beginningOf(reply) });
    // The first message of a peer says most about it.
    if (this.evidence.length > mostEvidence) this.evidence.splice(1, 1);
  }

  /** Calls it at another address. The answers at the earlier one say nothing about this one. */
  moveTo(address: string): void {
    this.address = address;
    const kept = this.evidence.filter(({ by, path }) => by === "peer" || path !== undefined);
    this.evidence.splice(0, this.evidence.length, ...kept);
  }

  toRecord(): PeerRecord {
    const saved = (form: FormOrCanonical): SavedForm => (form === null ? "canonical" : form.profile);
    const { endpoint, form, speaks } = this;
    return {
      endpoint,
      ...Object.fromEntries(plain.map((name) => [name, this[name]])),
      form: form === undefined ? undefined : saved(form),
      speaks: speaks === undefined ? undefined : saved(speaks),
      exceptions: Object.fromEntries([...this.exceptions].map(([type, one]) => [type, saved(one)])),
      unsupported: [...this.unsupported],
    };
  }

  /** @param formOf the form of a saved one */
  restore(record: PeerRecord, formOf: (form: SavedForm) => FormOrCanonical): void {
    const { form, speaks, exceptions = {}, unsupported = [] } = record;
    const known = plain.map((name) => [name, record[name] ?? this[name]]);
    Object.assign(this, Object.fromEntries(known));
    this.form = form && formOf(form);
    this.speaks = speaks && formOf(speaks);
    for (const [type, one] of Object.entries(exceptions)) this.exceptions.set(type, formOf(one));
    for (const type of unsupported) this.unsupported.add(type);
  }
}
