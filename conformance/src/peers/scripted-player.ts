/** A player of the suite for a referee under test: it follows its script and records the messages that it receives. */
import type { Identity } from "../oracle/envelope-rules.js";
import { acknowledges, chooses, joins, type PlayerScript, type Step } from "./behaviour.js";
import { isFromAnotherRun } from "./other-runs.js";
import type { PeerContext, Recorder } from "./peer-context.js";
import { type Reaction, type Received, RecordingEndpoint } from "./recording-endpoint.js";

export class ScriptedPlayer {
  readonly id: string;
  readonly token: string;
  readonly endpoint: RecordingEndpoint;
  /** Its actual answers to the choice calls, in order; undefined for an answer without a choice. */
  readonly chosen: unknown[] = [];
  /** The calls that it answered with a legal choice of its own, unaltered, and the times of the answers. */
  readonly answered: { call: Received; at_ms: number }[] = [];
  /** The messages that it did not answer. */
  readonly unanswered: Received[] = [];
  /** When it acknowledged GAME_OVER for the first time, on the environment's clock. */
  acknowledged_ms: number | undefined;
  private readonly peerContext: PeerContext;
  private readonly script: PlayerScript;
  private readonly asked = new Map<string, number>();
  private retiredRecorder: Recorder | undefined;

  constructor(
    peerContext: PeerContext,
    id: string,
    script: PlayerScript,
    expectedSender: () => Identity,
    match: { matchId: string; leagueId: string; playerA: string; playerB: string },
    /** Whether a match was played at this address before. */
    isEarlier: (matchId: string) => boolean = () => false,
  ) {
    this.peerContext = peerContext;
    this.id = id;
    this.script = script;
    this.token = Buffer.from(peerContext.random.bytes(16)).toString("hex");
    this.endpoint = new RecordingEndpoint(peerContext, {
      name: `player:${id}`,
      identity: () => ({ sender: `player:${id}`, token: this.token }),
      expectedSender,
      // Only its match: other instances play in the same league, and a restarted one may call a player that has ended.
      isFromAnotherRun: (message) =>
        isFromAnotherRun(message, [expectedSender()], [match.matchId]) || isEarlier(String(message.match_id)),
      variables: () => ({ recipient: id, player_a: match.playerA, player_b: match.playerB }),
      audience: () => (this.retiredRecorder === undefined ? undefined : { recorder: this.retiredRecorder }),
      react: (received) => this.react(received),
    });
  }

  async listen(port?: number): Promise<this> {
    await this.endpoint.listen(port);
    if (this.script.refuses === true) await this.endpoint.refuse(true);
    return this;
  }

  get url(): string {
    return this.endpoint.url;
  }

  get received(): readonly Received[] {
    return this.endpoint.received;
  }

  /**
   * Called when the check has finished the match. It keeps its port: otherwise another player could get the port and
   * receive its messages.
   */
  retire(): void {
    const { transcript, check } = this.peerContext.recorder;
    this.retiredRecorder ??= { transcript, check };
  }

  close(): Promise<void> {
    return this.endpoint.close();
  }

  private react(received: Received): Reaction {
    const step = this.stepFor(received);
    if (step !== undefined) return this.act(step, received);
    if (received.method === "ping") return { result: { ok: true, message: "pong" } };
    if (received.type === "GAME_ERROR")
      return {
        say: "GAME_ERROR_ACK",
        fields: { match_id: received.message.match_id, player_id: this.id, status: "ACKNOWLEDGED" },
      };
    return { error: { code: -32_601, message: "Method not found" } };
  }

  private act(step: Step, received: Received): Reaction {
    const now_ms = this.peerContext.environment.clock.now();
    const reaction = step(received, { id: this.id, now_ms });
    if ("http" in reaction && reaction.http.kind === "never") this.unanswered.push(received);
    if (received.type === "GAME_OVER" && "say" in reaction && received.id !== undefined)
      this.acknowledged_ms ??= now_ms + (reaction.afterMs ?? 0);
    if (received.type === "CHOOSE_PARITY_CALL") {
      this.chosen.push("say" in reaction ? reaction.fields.parity_choice : undefined);
      if (isPlainChoice(reaction, this.id, received))
        this.answered.push({ call: received, at_ms: now_ms + (reaction.afterMs ?? 0) });
    }
    return reaction;
  }

  private stepFor({ type, message }: Received): Step | undefined {
    const { join = joins(), choice = chooses("even"), over = acknowledges() } = this.script;
    const steps =
      type === "GAME_INVITATION"
        ? join
        : type === "CHOOSE_PARITY_CALL"
          ? choice
          : type === "GAME_OVER"
            ? over
            : undefined;
    if (steps === undefined) return undefined;
    if (typeof steps === "function") return steps;
    const key = `${type} ${String(message.match_id)}`;
    const count = this.asked.get(key) ?? 0;
    this.asked.set(key, count + 1);
    return steps[Math.min(count, steps.length - 1)];
  }
}

function isPlainChoice(
  reaction: Reaction,
  id: string,
  { message }: Received,
): reaction is Extract<Reaction, { say: string }> {
  if (!("say" in reaction) || reaction.alter !== undefined || reaction.change !== undefined) return false;
  const { player_id, match_id, parity_choice, ...envelope } = reaction.fields;
  // A referee may refuse an answer from another conversation or sender, and ask again.
  const isOwn = player_id === id && match_id === message.match_id && Object.keys(envelope).length === 0;
  return isOwn && (parity_choice === "even" || parity_choice === "odd");
}
