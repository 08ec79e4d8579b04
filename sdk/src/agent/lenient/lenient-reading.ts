/** Readings of requests that no known form describes: registrations, reports, notices, and derived forms. */
import { isWrapped, type Located, methodOf, type Reading, type Variables } from "../../wire/index.js";
import type { Forms, PeerFormTable } from "../peers/peer-form-table.js";
import type { AgentCore } from "../serving/agent-core.js";
import { derivedReading, shownForm } from "./derived-reading.js";
import { isOwnResult, lenientNotice } from "./lenient-notice.js";
import { lenientRegistration } from "./lenient-registration.js";
import { lenientReport } from "./lenient-report.js";

/** The reading of a registration or a report; undefined for any other message. */
export function lenientReading(
  body: unknown,
  found: Located,
  runtime: AgentCore,
  { registry }: Forms,
): Reading | undefined {
  if (runtime.strict) return undefined;
  const now = runtime.senderIdentity.now();
  const newConversation = () => runtime.newConversation("conv-understood");
  const read =
    lenientRegistration(found, isWrapped(body, found), now, newConversation) ??
    lenientReport(found, now, newConversation);
  const row = read && methodOf(read.type);
  if (read === undefined || row === undefined) return undefined;
  // A message in two objects is answered in two objects; the derived form needs the sender's role.
  const role = read.type === "LEAGUE_REGISTER_REQUEST" ? "player" : "referee";
  const derived = found.split === undefined ? undefined : shownForm(body, role, registry);
  const form = derived ?? registry.mostTolerant(found);
  return form && { form, method: row.name, ...read };
}

interface ReadingContext {
  readonly runtime: AgentCore;
  readonly forms: Forms;
  readonly peers: PeerFormTable;
  readonly about: Variables;
  readonly isServedName: boolean;
}

/** Readings in the form derived from the message itself, and as a notice with missing members. */
export function derivedReadings(body: unknown, found: Located, context: ReadingContext): Reading[] {
  const { runtime, forms, about, isServedName } = context;
  if (runtime.strict) return [];
  const isLeagueForeign = context.peers.ofLeague !== null || context.peers.isLeagueLax;
  const place = { isServedName, isWrapped: isWrapped(body, found), isLeagueForeign };
  const setting = { registry: forms.registry, about, ...place };
  const derived = derivedReading(body, found, setting);
  const notice = noticeReading(found, context);
  const readings = isOwnResult(found) ? [notice, derived] : [derived, notice];
  return readings.filter((reading) => reading !== undefined);
}

/** The reading of a notice with missing members, in the most tolerant form. */
function noticeReading(
  found: Located,
  { runtime, forms, peers, about }: ReadingContext,
): Reading | undefined {
  if (runtime.role === "league_manager") return undefined;
  const { sender } = found.message;
  const isForeign =
    typeof sender === "string" &&
    (forms.recogniser.formOf(sender)?.isTolerant === true ||
      ((peers.isLeagueLax || peers.ofLeague?.isTolerant === true) && /^league_manager\b/.test(sender)));
  const notice = lenientNotice(found, about, isForeign);
  if (notice === undefined || (runtime.role === "referee" && notice.type === "GAME_OVER")) return undefined;
  const form = forms.registry.mostTolerant(found);
  const method = methodOf(notice.type)?.name;
  return form && method !== undefined ? { isOfOne: true, form, method, ...notice } : undefined;
}
