/** The agents with their health and their traffic. */

import { agentsAt } from "../../at-moment.js";
import { compareIds } from "../../order.js";
import type { AgentView } from "../../view.js";
import type { Shown } from "../parts/fragment.js";
import { VirtualList } from "../parts/virtual-list.js";

const healths: Readonly<Record<AgentView["health"], { readonly text: string; readonly tone: string }>> = {
  unknown: { text: "not called yet", tone: "tone-d" },
  answers: { text: "answers", tone: "tone-w" },
  fails: { text: "failed last time", tone: "tone-l" },
};

export function AgentList({ timeline, t, choose }: Shown) {
  const agents = agentsAt(timeline, t).toSorted(
    (a, b) => b.role.localeCompare(a.role) || compareIds(a.id, b.id),
  );
  return (
    <section class="card agents" aria-label="Agents">
      <VirtualList
        items={agents}
        rowHeight={64}
        label="Agents"
        empty="No agent has registered yet."
        keyOf={({ id }) => id}
        row={(agent) => (
          <button
            type="button"
            class="agent"
            title="Show its messages"
            onClick={() => choose({ tab: "messages", words: agent.id })}
          >
            <span class={`health ${healths[agent.health].tone}`}>{healths[agent.health].text}</span>
            <span class="who">
              <strong title={agent.display_name}>{agent.display_name}</strong>
              <small>
                {agent.role} {agent.id} · {agent.endpoint}
              </small>
            </span>
            <span class="traffic">
              {agent.sent} sent · {agent.received} received
              {agent.failures > 0 && <strong> · {agent.failures} failed</strong>}
              {agent.trouble !== null && <small title={agent.trouble}>{agent.trouble}</small>}
            </span>
          </button>
        )}
      />
    </section>
  );
}
