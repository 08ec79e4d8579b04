/** In which wire form each peer is called. A form that was learned for one peer is used for no other. */
import { protocol } from "@league-v2/contract";
import type { CallForm } from "../client/call-form.js";
import { type Form, Recogniser, type Spelling, WireFormRegistry } from "../wire/index.js";
import { callFormOf } from "./call-form-of.js";
import type { Peer } from "./peer.js";
import { chosenForm, type WireChoice } from "./wire-choice.js";

/** The profiles, and what reads messages with them. */
export interface Forms {
  readonly book: WireFormRegistry;
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
const rememberedRegistrations = 2048;

export class PeerFormTable {
  readonly strict: boolean;
  readonly #setting: PeerWireSetting;
  /** The form in which each endpoint has answered first; null is canonical. */
  readonly #settled = new Map<string, FormOrCanonical>();
  /** By endpoint and type: messages of which the peer has another form. */
  readonly #exceptions = new Map<string, FormOrCanonical>();
  /** Headers of the sessions with MCP servers that require one, by endpoint. */
  readonly #sessions = new Map<string, Readonly<Record<string, string>>>();
  readonly #givenUp = new Set<string>();
  readonly #trustedOk = new Set<string>();
  /** By endpoint: forms of a peer's answers to others, which are not used for calls from here. */
  readonly #habits = new Map<string, Form>();
  readonly #registrations = new Map<string, unknown>();
  /** By endpoint: ids that players use for themselves in place of the assigned ones. */
  readonly #ownIds = new Map<string, string>();
  /** Players that have answered under the assigned id: another one is a fault of theirs. */
  readonly #assignedIds = new Set<string>();
  /** By endpoint: how agents spell names, in every form. */
  readonly #spellings = new Map<string, Spelling>();
  #leagueGaveNoToken = false;
  #hidesItsForm = false;
  #forms: Promise<Forms> | undefined;
  #book: WireFormRegistry | undefined;

  constructor(setting: PeerWireSetting) {
    this.#setting = setting;
    this.strict = setting.strict;
    // A form that requests do not show must be known before the first one comes.
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

  /** The league has accepted this agent, and has given it no token. */
  leagueGaveNoToken(): void {
    this.#leagueGaveNoToken = true;
  }

  /** Whether the league gave no token although its form has tokens: then it keeps to no document. */
  get isLeagueLax(): boolean {
    const form = this.ofLeague;
    const isTokenless = form !== null && !form.isTolerant && this.isLeagueTokenless;
    return this.#leagueGaveNoToken && !isTokenless;
  }

  /**
   * Whether the league's requests have the canonical form, but not the answers that it expects: then a request does not
   * show its form, and all are answered in the league's.
   */
  get hidesItsForm(): boolean {
    return this.#hidesItsForm;
  }

  /** Whether the answers of a peer may be in any form, also those of one that is known to be canonical. */
  get isLenient(): boolean {
    return this.#setting.choice === "any";
  }

  /** The name of the form in which peers are called whose form is not known. */
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

  /** Whether it is worth trying a message in other forms. */
  mayTryOthers(endpoint: string, type: string): boolean {
    return !this.#givenUp.has(`${endpoint} ${type}`);
  }

  /** This peer supports this message in no form; the forms are not tried again. */
  giveUp(endpoint: string, type: string): void {
    this.#givenUp.add(`${endpoint} ${type}`);
  }

  /** From now on an `ok` of this peer to this message counts as its acknowledgement. */
  trustOk(endpoint: string, type: string): void {
    this.#trustedOk.add(`${endpoint} ${type}`);
  }

  /** The form that this peer was first understood in; null is canonical, or not known yet. */
  settledForm(endpoint: string): FormOrCanonical {
    return this.#settled.get(endpoint) ?? null;
  }

  /** The forms in which this peer has answered, besides the canonical one. */
  formsOf(endpoint: string): Form[] {
    const exceptions = [...this.#exceptions].filter(([key]) => key.startsWith(`${endpoint} `));
    const forms = [this.settledForm(endpoint), ...exceptions.map(([, form]) => form)];
    return [...new Set(forms.filter((form) => form !== null))];
  }

  /** This peer has answered this message in this form: it is called so from now on. */
  settle(endpoint: string, type: string, found: FormOrCanonical): void {
    const form = this.#asSpelledBy(endpoint, found);
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

  /** This peer answers all requests as in this form, although its requests and answers did not show it before. */
  async learnContentVariant(endpoint: string, name: string): Promise<void> {
    if (this.strict || this.formsOf(endpoint).length > 0) return;
    const { book } = await this.load();
    this.#habits.set(endpoint, book.mustBe(name));
  }

  /** This referee starts its matches when they are announced to it. */
  async learnAnnouncementStart(endpoint: string): Promise<void> {
    const { book } = await this.load();
    const form = this.settledForm(endpoint) ?? book.mustBe("loose");
    this.#exceptions.set(`${endpoint} RUN_MATCH`, book.startedBy(form, "announcement"));
  }

  /** The body of this peer's registration: the first message in its own form. */
  registered(endpoint: string, body: unknown): void {
    if (this.#registrations.size >= rememberedRegistrations) this.#registrations.clear();
    this.#registrations.set(endpoint, body);
  }

  registrationOf(endpoint: string): unknown {
    return this.#registrations.get(endpoint);
  }

  /** Whether nothing but canonical answers are known of this peer. */
  isPlain(endpoint: string): boolean {
    if (this.#habits.size === 0 && this.#exceptions.size === 0) return this.settledForm(endpoint) === null;
    return this.formsOf(endpoint).length === 0 && !this.#habits.has(endpoint);
  }

  /** What another process finds the form of this peer by; undefined as long as nothing but the canonical one is known. */
  async textOf(endpoint: string): Promise<string | undefined> {
    const form =
      this.#exceptions.get(`${endpoint} RUN_MATCH`) ??
      this.formsOf(endpoint)[0] ??
      this.#habits.get(endpoint);
    return form === undefined || form === null ? undefined : (await this.load()).book.textOf(form);
  }

  /** The league manager's form, detected by an earlier run of this agent. An unknown form is ignored. */
  async useForm(name: string): Promise<void> {
    const { league } = this.#setting;
    if (league === undefined) return;
    if (name === "canonical") return this.settle(league, "LEAGUE_REGISTER_REQUEST", null);
    const form = (await this.load()).book.named(name);
    if (form !== undefined) this.settle(league, "LEAGUE_REGISTER_REQUEST", form);
  }

  /** The form for a call; null is canonical. Answered at once, unless profiles have to be loaded for it. */
  formFor({ endpoint, wire }: Peer, type: string): FormOrCanonical | Promise<FormOrCanonical> {
    const exception = this.#exceptions.get(`${endpoint} ${type}`);
    if (exception !== undefined) return exception;
    const settled = this.#settled.get(endpoint);
    if (settled !== undefined) return settled;
    if (wire === undefined && this.ofLeague !== null) return this.ofLeague;
    const name = wire ?? this.own;
    if (name === "canonical") return null;
    return this.load().then(({ book }) => {
      if (wire === undefined) return book.mustBe(name);
      const form = book.named(name) ?? null;
      const spelling = form?.profile.spelling;
      if (spelling !== undefined) this.#spellings.set(endpoint, spelling);
      return form;
    });
  }

  /** Requests to this MCP server belong to a session from now on. */
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

  /** How the client writes and reads a call in a form, which is loaded by then. */
  callForm(form: Form, type: string, message: object, peer: Peer): CallForm {
    const { endpoint } = peer;
    const { spelling } = form.profile;
    return callFormOf({
      spelling: spelling ?? this.#spellings.get(endpoint),
      ...{ form, type, message, peer, now: this.#setting.now(), replyTo: this.#setting.endpoint },
      headers: this.#sessions.get(endpoint),
      okIsAnswer: this.#trustedOk.has(`${endpoint} ${type}`),
      ownId: this.#ownIds.get(endpoint),
      // In a form of league.v2 another id is a fault, and no habit.
      onOwnId: this.#mayHaveOwnId(endpoint, form) ? (id) => void this.#ownIds.set(endpoint, id) : undefined,
      onAssignedId: () => void this.#assignedIds.add(endpoint),
    });
  }

  /** An agent uses the same spelling of names in every form. */
  #asSpelledBy(endpoint: string, form: FormOrCanonical): FormOrCanonical {
    const spelling = this.#spellings.get(endpoint);
    if (spelling === undefined || this.#book === undefined) return form;
    return this.#book.spelled(form ?? this.#book.mustBe("canonical"), spelling);
  }

  #mayHaveOwnId(endpoint: string, form: Form): boolean {
    return !this.strict && form.isTolerant && !this.#assignedIds.has(endpoint);
  }

  async #load(): Promise<Forms> {
    const { choice } = this.#setting;
    const book = new WireFormRegistry(typeof choice === "string" ? [] : [choice], this.strict);
    this.#book = book;
    const recogniser = new Recogniser(book);
    if (this.own !== "canonical") {
      const form = book.mustBe(this.own);
      recogniser.league = form;
      this.#hidesItsForm = hasCanonicalRequests(form);
    }
    return { book, recogniser };
  }
}

/** Whether a request of this form cannot be distinguished from a canonical one. */
function hasCanonicalRequests({ profile: { name, request, method, sender } }: Form): boolean {
  return name !== "canonical" && request === "params" && method === "contract" && sender === "typed";
}
