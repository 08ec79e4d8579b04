import { type Choose, type TabName, tabs } from "./fragment.js";

const titles: Readonly<Record<TabName, string>> = {
  standings: "Standings",
  matches: "Matches",
  crosstable: "Crosstable",
  agents: "Agents",
  messages: "Messages",
};

export function TabBar({ tab, choose }: { readonly tab: TabName; readonly choose: Choose }) {
  return (
    <nav class="tabs" aria-label="Parts of the league">
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          class={`tab tab-${name}`}
          aria-current={tab === name ? "page" : undefined}
          onClick={() => choose({ tab: name })}
        >
          {titles[name]}
        </button>
      ))}
    </nav>
  );
}
