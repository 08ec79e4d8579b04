/** Completes a report without a sender: a match is given to one referee, and only that one may report it. */
import type { Located } from "../../wire/index.js";
import { isReportName } from "../lenient/lenient-report.js";
import { matchNames } from "../services/service-setting.js";
import type { RoleParts } from "../serving/role-parts.js";

export async function reportSender(
  found: Located,
  { assignment }: Pick<RoleParts, "assignment">,
): Promise<Located> {
  const { message, method } = found;
  if (assignment === undefined || message.sender !== undefined || !isReportName(method)) return found;
  const id = matchNames.map((name) => message[name]).find((one) => typeof one === "string");
  const given = typeof id === "string" ? await assignment(id) : undefined;
  if (given === undefined) return found;
  return { ...found, message: { ...message, sender: `referee:${given.referee_id}` } };
}
