/** The wire form of each peer. A form that was determined for one peer is used for no other. */
import { protocol } from "@league-v2/contract";
import type { CallForm } from "../../client/call-form.js";
import { type Form, Recogniser, type Spelling, WireFormRegistry } from "../../wire/index.js";
import { chosenForm, type WireChoice } from "../core/wire-choice.js";
import { callFormOf } from "./call-form-of.js";
import { isNotice } from "./message-effects.js";
import type { Peer } from "./peer.js";

/** The registry of forms, and the recogniser of messages. */
export interface Forms {
  readonly registry: WireFormRegistry;
  readonly recogniser: Recogniser;
}

export interface PeerWireSetting {
  readonly choice: WireChoice;
  /** The own endpoint. */
  readonly endpoint: string;
  /** The league manager's endpoint: peers without a known form are first called in its form. */
  readonly league: string | undefined;
  readonly now: () => string;
  /** See `docs/leniency.md`. */
  readonly strict: boolean;
}

type FormOrCanonical = Form | null;

/** More than a league has members. */
const mostRegistrations = 2048;

export class PeerFormTable {
  readonly strict: boolean;
  readonly #setting: PeerWireSetting;
  /** The form in which each endpoint has answered first; null is canonical. */
  readonly #settled = new Map<string, FormOrCanonical>();
  /** By endpoint and type: messages that have another form at this peer. */
  readonly #exceptions = new Map<string, FormOrCanonical>();
  /** Headers of the sessions with MCP servers that require one, by endpoint. */
  readonly #sessions = new Map<string, Readonly<Record<string, string>>>();
  /** The last refusal of each message that a peer supports in no form, by endpoint and type. */
  readonly #givenUp = new Map<string, unknown>();
  readonly #acknowledgingOk = new Set<string>();
  /** By endpoint: forms of a peer's answers to other agents, which are not used for our calls. */
  readonly #contentVariants = new Map<string, Form>();
  readonly #registrations = new Map<string, unknown>();
  /** By endpoint: ids that players use instead of the assigned ones. */
  readonly #ownIds = new Map<string, string | number>();
  /** Players that have answered with the assigned id: another id in an answer is a fault. */
  readonly #assignedIds = new Set<string>();
  readonly #ordered = new Set<string>();
  /** By endpoint: the spelling of names, in every form. */
  readonly #spellings = new Map<string, Spelling>();
  #isTokenMissing = false;
  #hidesItsForm = false;
  #forms: Promise<Forms> | undefined;
  #registry: WireFormRegistry | undefined;

  constructor(setting: PeerWireSetting) {
    this.#setting = setting;
    this.strict = setting.strict;
    // A form that is not visible in requests must be known before the first request.
    if (this.own !== "canonical") this.#hidesItsForm = true;
  }

  /** The form in which the league manager has answered; null is canonical. */
  get ofLeague(): FormOrCanonical {
    const { league } = this.#setting;
    return league === undefined ? null : this.settledForm(league);
  }

  /** Whether the league's form has no tokens. */
  get isLeagueTokenless(): boolean {
    return this.ofLeague?.profile.tokens === "optional";
  }

  /** Records that the league accepted this agent without a token. */
  noteMissingToken(): void {
    this.#isTokenMissing = true;
  }

  /** Whether the league gave no token although its form has tokens. */
  get isLeagueLax(): boolean {
    const form = this.ofLeague;
    const isTokenless = form !== null && !form.isTolerant && this.isLeagueTokenless;
    return this.#isTokenMissing && !isTokenless;
  }

  /**
   * Whether the league sends canonical requests and expects answers in another form: then all requests are answered in
   * the league's form.
   */
  get hidesItsForm(): boolean {
    return this.#hidesItsForm;
  }

  /** Whether answers may be in any form, also those of a canonical peer. */
  get isLenient(): boolean {
    return this.#setting.choice === "any";
  }

  /** The name of the form for peers of unknown form. */
  get own(): string {
    return chosenForm(this.#setting.choice);
  }

  /** Whether the form of this peer is known. */
  isSettled(endpoint: string): boolean {
    return this.#settled.has(endpoint);
  }

  /** Whether this peer has answered canonically before it answered in any other form. */
  isCanonical(endpoint: string): boolean {
    return this.#settled.get(endpoint) === null;
  }

  /** Whether a message may be tried in other forms. */
  mayTryOthers(endpoint: string, type: string): boolean {
    return !this.#givenUp.has(`${endpoint} ${type}`);
  }

  /** Records that this peer supports this message in no form; it is not tried again. */
  giveUp(endpoint: string, type: string, refusal: unknown): void {
    this.#givenUp.set(`${endpoint} ${type}`, refusal);
  }

  /** Why a notice is not sent: the service has no path or event for it. */
  refusalOf(endpoint: string, type: string, form: FormOrCanonical): unknown {
    const isServed = form?.profile.acknowledges === "status";
    return isServed && isNotice(type) ? this.#givenUp.get(`${endpoint} ${type}`) : undefined;
  }

  /** Records whether this referee may have accepted an order in a form of no document, for any answer. */
  noteOrdered(endpoint: string, mayBeTaken: boolean): void {
    if (mayBeTaken) this.#ordered.add(endpoint);
    else this.#ordered.delete(endpoint);
  }

  /** Whether this peer has a form of no document: it may act on a repeated message a second time. */
  mayActTwice(endpoint: string): boolean {
    return this.settledForm(endpoint)?.isTolerant === true || this.#ordered.has(endpoint);
  }

  /** Records that an `ok` of this peer acknowledges this message. */
  acceptOk(endpoint: string, type: string): void {
    this.#acknowledgingOk.add(`${endpoint} ${type}`);
  }

  /** The form of this peer's first valid answer; null is canonical, or unknown. */
  settledForm(endpoint: string): FormOrCanonical {
    return this.#settled.get(endpoint) ?? null;
  }

  /** The forms in which this peer has answered, without the canonical one. */
  formsOf(endpoint: string): Form[] {
    const exceptions = [...this.#exceptions].filter(([key]) => key.startsWith(`${endpoint} `));
    const forms = [this.settledForm(endpoint), ...exceptions.map(([, form]) => form)];
    return [...new Set(forms.filter((form) => form !== null))];
  }

  /** Records the form of this peer's answer to this message; later calls use it. */
  settle(endpoint: string, type: string, found: FormOrCanonical): void {
    const form = this.#inSpellingOf(endpoint, found);
    const known = this.#settled.get(endpoint);
    // A form for another address applies to that message only.
    const isForAll = form === null || form.profile.path === protocol.paths.mcp;
    if (known === undefined && isForAll) this.#settled.set(endpoint, form);
    else if (known !== form) this.#exceptions.set(`${endpoint} ${type}`, form);
    if (endpoint !== this.#setting.league || form === null || known !== undefined) return;
    this.#hidesItsForm = hasCanonicalRequests(form);
    void this.load().then(({ recogniser }) => {
      recogniser.league = form;
    });
  }

  /** Records that this peer answers all requests in this form, although its messages did not indicate it. */
  async learnContentVariant(endpoint: string, name: string): Promise<void> {
    if (this.strict || this.formsOf(endpoint).length > 0) return;
    const { registry } = await this.load();
    this.#contentVariants.set(endpoint, registry.mustBe(name));
  }

  /** Records that this referee starts its matches at their announcement. */
  async learnAnnouncementStart(endpoint: string): Promise<void> {
    const { registry } = await this.load();
    const form = this.settledForm(endpoint) ?? registry.mustBe("loose");
    this.#exceptions.set(`${endpoint} RUN_MATCH`, registry.startedBy(form, "announcement"));
  }

  /** Stores the body of this peer's registration, its first message in its own form. */
  registered(endpoint: string, body: unknown): void {
    if (this.#registrations.size >= mostRegistrations) this.#registrations.clear();
    this.#registrations.set(endpoint, body);
  }

  registrationOf(endpoint: string): unknown {
    return this.#registrations.get(endpoint);
  }

  /** Whether no other form of this peer is known than the canonical one. */
  isOnlyCanonical(endpoint: string): boolean {
    const hasOtherForm = this.#ordered.has(endpoint) || this.#contentVariants.has(endpoint);
    return !hasOtherForm && this.formsOf(endpoint).length === 0;
  }

  /** The form of this peer as text for another process; undefined for a canonical peer. */
  async textOf(endpoint: string): Promise<string | undefined> {
    const form =
      this.#exceptions.get(`${endpoint} RUN_MATCH`) ??
      this.formsOf(endpoint)[0] ??
      this.#contentVariants.get(endpoint);
    return form === undefined || form === null ? undefined : (await this.load()).registry.textOf(form);
  }

  /** Sets the league manager's form, detected by an earlier run. An unknown form is ignored. */
  async useForm(name: string): Promise<void> {
    const { league } = this.#setting;
    if (league === undefined) return;
    if (name === "canonical") return this.settle(league, "LEAGUE_REGISTER_REQUEST", null);
    const form = (await this.load()).registry.named(name);
    if (form !== undefined) this.settle(league, "LEAGUE_REGISTER_REQUEST", form);
  }

  /** The form for a call; null is canonical. A promise only if profiles have to be loaded. */
  formFor({ endpoint, wire }: Peer, type: string): FormOrCanonical | Promise<FormOrCanonical> {
    const exception = this.#exceptions.get(`${endpoint} ${type}`);
    if (exception !== undefined) return exception;
    const settled = this.#settled.get(endpoint);
    if (settled !== undefined) return settled;
    if (wire === undefined && this.ofLeague !== null) return this.ofLeague;
    const name = wire ?? this.own;
    if (name === "canonical") return null;
    return this.load().then(({ registry }) => {
      if (wire === undefined) return registry.mustBe(name);
      const form = registry.named(name) ?? null;
      const spelling = form?.profile.spelling;
      if (spelling !== undefined) this.#spellings.set(endpoint, spelling);
      return form;
    });
  }

  /** Sets the session headers for requests to this MCP server. */
  inSession(endpoint: string, headers: Readonly<Record<string, string>>): void {
    this.#sessions.set(endpoint, headers);
  }

  sessionOf(endpoint: string): Readonly<Record<string, string>> | undefined {
    return this.#sessions.get(endpoint);
  }

  load(): Promise<Forms> {
    this.#forms ??= this.#load();
    return this.#forms;
  }

  /** The call form of one message. */
  callForm(form: Form, type: string, message: object, peer: Peer): CallForm {
    const { endpoint } = peer;
    const { spelling } = form.profile;
    return callFormOf({
      spelling: spelling ?? this.#spellings.get(endpoint),
      ...{ form, type, message, peer, now: this.#setting.now(), replyTo: this.#setting.endpoint },
      headers: this.#sessions.get(endpoint),
      okIsAnswer: this.#acknowledgingOk.has(`${endpoint} ${type}`),
      ownId: this.#ownIds.get(endpoint),
      // In a form of league.v2 another id is a fault.
      onOwnId: this.#mayHaveOwnId(endpoint, form) ? (id) => void this.#ownIds.set(endpoint, id) : undefined,
      onAssignedId: () => void this.#assignedIds.add(endpoint),
    });
  }

  /** The form in the peer's spelling, which is the same in every form. */
  #inSpellingOf(endpoint: string, form: FormOrCanonical): FormOrCanonical {
    const spelling = this.#spellings.get(endpoint);
    if (spelling === undefined || this.#registry === undefined) return form;
    return this.#registry.withSpelling(form ?? this.#registry.mustBe("canonical"), spelling);
  }

  #mayHaveOwnId(endpoint: string, form: Form): boolean {
    return !this.strict && form.isTolerant && !this.#assignedIds.has(endpoint);
  }

  async #load(): Promise<Forms> {
    const { choice } = this.#setting;
    const registry = new WireFormRegistry(typeof choice === "string" ? [] : [choice], this.strict);
    this.#registry = registry;
    const recogniser = new Recogniser(registry);
    if (this.own !== "canonical") {
      const form = registry.mustBe(this.own);
      recogniser.league = form;
      this.#hidesItsForm = hasCanonicalRequests(form);
    }
    return { registry, recogniser };
  }
}

/** Whether the requests of this form are identical to canonical ones. */
function hasCanonicalRequests({ profile: { name, request, method, sender } }: Form): boolean {
  return name !== "canonical" && request === "params" && method === "contract" && sender === "typed";
}
