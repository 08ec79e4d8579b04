/** The shared context of all peers around one instance of the agent. */

import { deadlineOf } from "../../contract.js";
import type { JsonObject } from "../../json.js";
import type { Identity } from "../../oracle/envelope-rules.js";
import type { ViolationLog } from "../../oracle/violation-log.js";
import type { Codec, ProfileDocument, Variables } from "../../profiles/codec.js";
import type { Random } from "../../sdk.js";
import { utc } from "../../time/iso-time.js";
import { within } from "../../time/pause.js";
import type { Transcript } from "../../transcript.js";
import type { Unusual } from "../../types.js";
import type { Environment } from "../../wire/environment.js";
import type { Game } from "../game.js";
import type { McpSessions } from "./mcp-session.js";
import type { PlayerPlaces } from "./player-places.js";
import type { SeenBehaviour } from "./seen-behaviour.js";

/** The transcript of the current check; it changes when the next check takes over the instance. */
export interface Recorder {
  transcript: Transcript;
  check: string;
  /** What is unusual while this check runs. */
  unusual?: Unusual | undefined;
}

/** Waits for arrivals at an endpoint, and keeps their transcript. */
export interface Audience {
  readonly recorder: Recorder;
  readonly arrivals?: ReadonlySet<() => void>;
}

/** How the suite speaks to the agent. The run assumes one at first; the detection finds the one that its checks use. */
export interface WireForm {
  readonly codec: Codec;
  /** The name of the form that the user has asked for, if any. */
  readonly asked?: string;
  /** Why it is uncertain that the agent uses this form. */
  readonly misunderstood?: string;
  /** The document of a form that is not bundled, if the detection has derived it. */
  readonly document?: ProfileDocument;
  /** The id that all referees of the run have, where the player under test refuses others for their sender. */
  readonly knownReferee?: string;
  /** The referee under test supports no announcements: plain requests to it are RUN_MATCH. */
  readonly takesOnlyOrders?: boolean;
  /** Times are written in whole seconds, because the agent refuses fractions. */
  readonly wholeSeconds?: boolean;
  /** The suite's agents have ids such as P01 in the sender of their registration, because the manager takes them over. */
  readonly usualIds?: boolean;
}

/** What is one and the same around all instances of a run. */
export interface SharedByRun {
  readonly environment: Environment;
  /** All forms that the agent's own requests may have, including that of the run. */
  readonly forms: readonly Codec[];
  /** The addresses of the configured players of a referee under test. */
  readonly playerPlaces: PlayerPlaces | undefined;
  readonly sessions: McpSessions;
  readonly violationLog: ViolationLog;
  readonly seen: SeenBehaviour;
  /** The timing margin of this run, in milliseconds. */
  margin_ms(): number;
}

export interface PeerContext extends SharedByRun {
  /** On the first instance the assumed one until the detection has found it. */
  form: WireForm;
  /** The game of the league. */
  readonly game: Game;
  readonly random: Random;
  /** The name of the instance in transcripts, different for each instance of a check. */
  agentName: string;
  /** Replaced when the instance is handed over to other checks. */
  recorder: Recorder;
  /** Called at every arrival at one of the peers. */
  readonly arrivals: Set<() => void>;
}

/** The receiver of the suite's requests: the agent under test. */
export interface Target {
  /** As the transcript shows it. */
  readonly name: string;
  readonly url: string;
  /** For the pointers and added members of the wire profile. */
  readonly variables: Variables;
  /** The identity that it must use. */
  readonly identity: Identity;
}

/** How long an answer to this message may take, including the delay of this machine. */
export function lateAfter({ margin_ms }: PeerContext, type: string): number {
  return deadlineOf(type) + margin_ms() + NETWORK_MS;
}

/** For the network and the reading of the answer. */
const NETWORK_MS = 250;

/** A time as the suite sends it to the agent. */
export function timestampText({ form }: PeerContext, ms: number): string {
  return form.wholeSeconds === true ? utc(ms).replace(/\.\d+/, "") : utc(ms);
}

/** The variables for the rules of a profile: data about both agents, and the answered message. */
export function variablesAbout(
  peerContext: PeerContext,
  known: Variables,
  request: JsonObject = {},
): Variables {
  return {
    now: timestampText(peerContext, peerContext.environment.clock.now()),
    conversation: "conv-unknown",
    ...request,
    ...known,
  };
}

/** A conversation id in the form that the profile requires; a text is longer than a UUID. */
export function newConversation(peerContext: PeerContext, topic: string): string {
  const hex = newToken(peerContext.random);
  if (peerContext.form.codec.profile.conversation === "text") return `conv-${topic}-${hex}`;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A token that no agent can guess. */
export function newToken(random: Random): string {
  return Buffer.from(random.bytes(16)).toString("hex");
}

/** Waits until `find` returns a value; it is called at every arrival at any peer of this environment. */
export function until<T>(
  peerContext: PeerContext,
  find: () => T | undefined,
  withinMs: number,
): Promise<T | undefined> {
  const found = find();
  if (found !== undefined) return Promise.resolve(found);
  let look: () => void = () => undefined;
  const arrived = new Promise<T>((resolve) => {
    look = () => {
      const now = find();
      if (now !== undefined) resolve(now);
    };
    peerContext.arrivals.add(look);
  });
  return within(peerContext.environment.clock, withinMs, arrived, () => undefined).finally(() =>
    peerContext.arrivals.delete(look),
  );
}
