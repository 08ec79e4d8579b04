/**
 * In which wire form each peer is spoken to. The profiles are loaded when the first one is met that is not canonical:
 * an agent among its own kind never carries them.
 */
import type { CallForm } from "../client/call-form.js";
import type { Form, FormBook, Recogniser } from "../wire/index.js";
import { loadWireParts } from "./load-wire-parts.js";
import type { Peer } from "./peer.js";
import type { WireChoice } from "./wire-choice.js";

/** The profiles and whoever reads with them. */
export interface Forms {
  readonly book: FormBook;
  readonly recogniser: Recogniser;
}

export class PeerForms {
  /** By endpoint; null is canonical. */
  readonly #settled = new Map<string, Form | null>();
  /** Headers of the sessions with MCP servers that want one, by endpoint. */
  readonly #sessions = new Map<string, Readonly<Record<string, string>>>();
  readonly #givenUp = new Set<string>();
  readonly #choice: WireChoice;
  readonly #league: string | undefined;
  readonly #now: () => string;
  #hidesItsForm = false;
  #forms: Promise<Forms> | undefined;

  /** @param league the league manager's endpoint: strangers are first spoken to as it speaks */
  constructor(choice: WireChoice, league: string | undefined, now: () => string) {
    this.#choice = choice;
    this.#league = league;
    this.#now = now;
    // A form that requests do not tell must be known before the first one comes.
    if (this.own !== "canonical") this.#hidesItsForm = true;
  }

  /** The form in which the league manager has answered; null is canonical. */
  get ofLeague(): Form | null {
    return this.#league === undefined ? null : this.settledForm(this.#league);
  }

  /** Whether the league's form knows no tokens. */
  get isLeagueTokenless(): boolean {
    return this.ofLeague?.profile.tokens === "optional";
  }

  /**
   * Whether the league's requests look canonical, while the answers that it expects are not: then nothing in a request
   * tells its form, and all are answered in the league's.
   */
  get hidesItsForm(): boolean {
    return this.#hidesItsForm;
  }

  /** Whether the first answer of a peer may be in any form. */
  get isLenient(): boolean {
    return this.#choice === "any";
  }

  /** The name of the form in which strangers are spoken to. */
  get own(): string {
    const name = typeof this.#choice === "string" ? this.#choice : this.#choice.name;
    return name === "auto" || name === "any" ? "canonical" : name;
  }

  /** Whether it is known how this peer speaks. */
  isSettled(endpoint: string): boolean {
    return this.#settled.has(endpoint);
  }

  /**
   * Whether it is worth trying a message in other words: with strangers, and with peers of another form, which may
   * share some of its names with a third one. A peer that has answered canonically is taken at its word.
   */
  mayTryOthers(endpoint: string, type: string): boolean {
    if (this.#settled.get(endpoint) === null) return false;
    return !this.#givenUp.has(`${endpoint} ${type}`);
  }

  /** This peer knows this message in no form; it is not asked in all of them again. */
  giveUp(endpoint: string, type: string): void {
    this.#givenUp.add(`${endpoint} ${type}`);
  }

  /** The form that this peer was last understood in; null is canonical, or not known yet. */
  settledForm(endpoint: string): Form | null {
    return this.#settled.get(endpoint) ?? null;
  }

  /** This peer has answered in this form: from now on it is spoken to in no other one. */
  settle(endpoint: string, form: Form | null): void {
    this.#settled.set(endpoint, form);
    if (endpoint !== this.#league || form === null) return;
    this.#hidesItsForm = looksCanonical(form);
    void this.load().then(({ recogniser }) => {
      recogniser.league = form;
    });
  }

  /** The league manager speaks this form, as an earlier life of this agent has found out. A form nobody knows is forgotten. */
  async recall(name: string): Promise<void> {
    if (this.#league === undefined) return;
    if (name === "canonical") return this.settle(this.#league, null);
    const form = (await this.load()).book.named(name);
    if (form !== undefined) this.settle(this.#league, form);
  }

  /** The form for a call; null is canonical. Answered at once, unless profiles have to be loaded for it. */
  formFor({ endpoint, wire }: Peer): Form | null | Promise<Form | null> {
    const settled = this.#settled.get(endpoint);
    if (settled !== undefined) return settled;
    if (wire === undefined && this.ofLeague !== null) return this.ofLeague;
    const name = wire ?? this.own;
    return name === "canonical" ? null : this.#named(name);
  }

  /** Requests to this MCP server belong to a session from now on. */
  inSession(endpoint: string, headers: Readonly<Record<string, string>>): void {
    this.#sessions.set(endpoint, headers);
  }

  load(): Promise<Forms> {
    this.#forms ??= this.#load();
    return this.#forms;
  }

  /** How the client writes and reads a call in a form. */
  callForm(form: Form, type: string, message: object, peer: Peer): CallForm {
    const own = { ...message };
    const about = { now: this.#now(), conversation: "unknown", ...own, ...peer.about };
    return {
      write: (id) => form.request(type, own, id, peer.about),
      read: (body) => (form.admits(body) ? form.decodeReply(body, type, about) : undefined),
      keepsIds: (form.profile.ids ?? "same") === "same",
      ...(form.profile.request === "tools_call"
        ? { headers: this.#sessions.get(peer.endpoint) ?? toolHeaders }
        : {}),
    };
  }

  async #load(): Promise<Forms> {
    const { FormBook, Recogniser } = await loadWireParts();
    const own = typeof this.#choice === "string" ? [] : [this.#choice];
    const book = new FormBook(own);
    const recogniser = new Recogniser(book);
    if (this.own !== "canonical") {
      const form = this.#mustBe(book.named(this.own), this.own);
      recogniser.league = form;
      this.#hidesItsForm = looksCanonical(form);
    }
    return { book, recogniser };
  }

  async #named(name: string): Promise<Form | null> {
    const { book } = await this.load();
    return this.#mustBe(book.named(name), name);
  }

  #mustBe(form: Form | undefined, name: string): Form {
    if (form === undefined) throw new TypeError(`there is no wire form "${name}"`);
    return form;
  }
}

/** Whether nothing in a request of this form tells it from a canonical one. */
function looksCanonical({ profile: { name, request, method, sender } }: Form): boolean {
  return name !== "canonical" && request === "params" && method === "contract" && sender === "typed";
}

/** MCP servers refuse clients that do not take both. */
const toolHeaders = { accept: "application/json, text/event-stream" };
