/** The clause that a violation breaks, by its place and then by its message. */
import { type Requirement, requirements } from "@league-v2/contract/requirements";

const byId = new Map(requirements.map((clause) => [clause.id, clause]));

/** Members of the envelope have separate clauses. */
const ofEnvelope: Readonly<Record<string, string>> = {
  protocol: "TRN-ENV-01",
  message_type: "TRN-ENV-01",
  conversation_id: "TRN-ENV-01",
  sender: "TRN-ENV-02",
  timestamp: "TRN-ENV-04",
};

export function clauseNamed(id: string): Requirement {
  const clause = byId.get(id);
  if (clause === undefined) throw new Error(`there is no clause ${id}`);
  return clause;
}

/** The clause about this member of this message, or the clause about the message if no clause names the member. */
export function clauseOf(type: string, pointer: string): Requirement {
  const member = pointer.split("/")[1] ?? "";
  const envelope = ofEnvelope[member];
  if (envelope !== undefined) return clauseNamed(envelope);
  const about = requirements.filter(({ text }) => new RegExp(`\\b${type}\\b`).test(text));
  const naming = about.find(({ text }) => member !== "" && text.includes(`\`${member}\``));
  return naming ?? about[0] ?? clauseNamed("TRN-ERR-03");
}
