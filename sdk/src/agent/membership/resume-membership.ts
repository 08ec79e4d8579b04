/** Resumes the registration that an earlier run has stored; loaded for agents that store one. */
import { leagueQuery, leagueQueryMethod, protocol } from "@league-v2/contract";
import { LeagueError } from "../../client/errors.js";
import { sleep } from "../../platform/clock.js";
import { describeError } from "../../platform/log.js";
import type { Registration } from "../core/agent.js";
import type { AgentCore } from "../serving/agent-runtime.js";
import type {
  MembershipSteps,
  RegistrationRecord,
  RegistrationStore,
  Rejoining,
  StoredRegistration,
} from "./registration.js";

interface ResumeSetting {
  readonly membership: Rejoining;
  readonly runtime: AgentCore;
  readonly steps: MembershipSteps;
  /** The league manager's endpoint. */
  readonly league: string;
  readonly keeper: RegistrationStore;
}

/** Error codes of a league that did not issue the token. */
const notAMember: ReadonlySet<string> = new Set(["E005", "E012", "E013"]);

/** Resumes the stored registration, or registers. @throws RegistrationRejected, RegistrationFailed, AbortedError */
export async function resumeMembership(setting: ResumeSetting): Promise<Registration> {
  const kept = await load(setting);
  const resumed = kept === null ? null : await resume(setting, kept);
  if (resumed !== null) return resumed;
  return setting.membership.register(setting.league, recordIn(setting, kept?.registration ? null : kept));
}

/** The stored registration, if its address is still the agent's. */
async function load({ keeper, runtime }: ResumeSetting): Promise<StoredRegistration | null> {
  const kept = await keeper.load();
  const { endpoint } = runtime.agentContext;
  if (kept === null || kept.endpoint === endpoint) return kept;
  warn(runtime, `the kept registration is for ${kept.endpoint}, not for ${endpoint}: registering again`);
  return null;
}

/** Continues with the stored id and token. Null if the league manager does not accept them. */
async function resume(
  setting: ResumeSetting,
  { registration }: StoredRegistration,
): Promise<Registration | null> {
  if (registration === null) return null;
  const { runtime, steps, membership } = setting;
  await steps.resumes?.();
  membership.resume(registration);
  const verdict = await confirm(setting, registration);
  if (verdict === "refused") {
    endMembership(setting, registration);
    return null;
  }
  if (verdict === "unanswered") {
    runtime.background("the membership could not be confirmed", confirmLater(setting, registration));
  }
  return registration;
}

/** Repeats the confirmation until the manager answers: it may have restarted together with this agent. */
async function confirmLater(setting: ResumeSetting, registration: Registration): Promise<void> {
  const { agentContext, signal } = setting.runtime;
  for (;;) {
    await sleep(agentContext.clock, protocol.backoff.maximumMs, signal);
    const verdict = await confirm(setting, registration);
    if (verdict === "known") return;
    if (verdict === "unanswered") continue;
    endMembership(setting, registration);
    try {
      await setting.membership.register(setting.league, recordIn(setting, null));
    } catch (error) {
      if (!signal.aborted) setting.runtime.finish(describeError(error));
    }
    return;
  }
}

/** One request with the token: whether the league manager still has this agent as a member. */
async function confirm(
  { runtime, league }: ResumeSetting,
  { league_id }: Registration,
): Promise<"known" | "refused" | "unanswered"> {
  const identity = runtime.senderIdentity.signed(runtime.newConversation("conv-resume"));
  const query = leagueQuery(identity, { league_id: league_id ?? "unknown", query_type: "GET_STANDINGS" });
  const caller = runtime.callerOf({ league_query: leagueQueryMethod });
  try {
    await caller.call(league, "league_query", query, { retries: 0 });
    return "known";
  } catch (error) {
    if (!(error instanceof LeagueError)) throw error;
    if (notAMember.has(error.code)) return "refused";
    // Any other answer does not deny the membership, nor does the end of this agent in the meantime.
    return error.retryable ? "unanswered" : "known";
  }
}

function endMembership({ runtime, membership }: ResumeSetting, { id }: Registration): void {
  warn(runtime, `the league manager does not know ${id} by its token: registering again`);
  membership.end();
}

/** @param pending an earlier request whose answer did not arrive */
function recordIn(
  { runtime, steps, keeper }: ResumeSetting,
  pending: StoredRegistration | null,
): RegistrationRecord {
  const save = async (conversation_id: string, registration: Registration | null) => {
    try {
      await keeper.save({ endpoint: runtime.agentContext.endpoint, conversation_id, registration });
    } catch (error) {
      // A registration that cannot be stored is still valid for this run.
      warn(runtime, `the registration could not be kept: ${describeError(error)}`);
    }
  };
  return {
    conversation_id: pending?.conversation_id,
    begins: async (conversation_id) => {
      await steps.fresh?.();
      await save(conversation_id, null);
    },
    succeeds: save,
  };
}

function warn(runtime: AgentCore, message: string): void {
  runtime.log({ level: "warn", message });
}
