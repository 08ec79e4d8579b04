import { pageWith, type ViewerEvent } from "../events.js";
import type { Timeline } from "../timeline.js";
import type { LeagueState, RoundMatches, Standing } from "../view.js";
import { ExchangeSequence, partiesIn } from "./messages/match-detail.js";
import { MessageFilters, useFitting } from "./messages/message-list.js";
import { plural } from "./parts/format.js";
import { type Choose, type Shown, type TabName, tabs } from "./parts/fragment.js";
import type { Connection } from "./source.js";

export interface HeaderProps {
  readonly timeline: Timeline;
  readonly rounds: readonly RoundMatches[];
  readonly standings: readonly Standing[];
  readonly state: LeagueState;
  readonly champion: string | null;
  readonly connection: Connection;
  readonly events: readonly ViewerEvent[];
  readonly pristine: string;
  readonly onHelp: () => void;
}

export function Header(props: HeaderProps) {
  const { timeline, rounds, standings, state, champion, connection, events, pristine, onHelp } = props;
  const { head } = timeline;
  const sum = (of: (round: RoundMatches) => number) => rounds.reduce((all, round) => all + of(round), 0);
  const [finished, technical] = [sum((round) => round.finished), sum((round) => round.technical)];
  const matches = sum((round) => round.matches.length);
  const league = head?.league_id ?? "league";
  return (
    <header class="top">
      <div class="title">
        <p class="kind">
          league.v2
          {head?.clock === "simulated" && <span> · simulated time</span>}
          {head?.seed !== null && head !== null && <span> · seed {head.seed}</span>}
        </p>
        <h1>{league}</h1>
      </div>
      <p class={`state ${state === "WAITING" ? "tone-d" : "tone-accent"}`} aria-live="polite">
        {stateText(props)}
      </p>
      {!timeline.isTap && (
        <dl class="facts">
          <Fact name="Players" value={standings.length} />
          <Fact name="Rounds" value={rounds.length} />
          <Fact name="Matches" value={`${finished} / ${matches}`} />
          <Fact name="Technical losses" value={technical} />
        </dl>
      )}
      {champion !== null && (
        <p class="champion tone-w">
          <span aria-hidden="true">★</span> Champion <strong>{timeline.nameOf(champion)}</strong>
        </p>
      )}
      <div class="actions">
        <span class={`connection connection-${connection}`}>{connectionText[connection]}</span>
        <button
          type="button"
          onClick={() => exportPage(pristine, events, league)}
          disabled={events.length === 0}
        >
          Save as HTML
        </button>
        <button type="button" onClick={onHelp} aria-label="Keyboard help">
          ?
        </button>
      </div>
    </header>
  );
}

const connectionText: Readonly<Record<Connection, string>> = {
  saved: "saved",
  connecting: "connecting …",
  live: "live",
  lost: "not connected",
};

function Fact({ name, value }: { readonly name: string; readonly value: string | number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function stateText({ state, timeline, standings, rounds }: HeaderProps): string {
  if (timeline.isTap) return plural(timeline.exchanges.length, "message");
  if (state === "COMPLETE") return "Complete";
  if (state === "WAITING") return `Registration: ${plural(standings.length, "player")} so far`;
  const current =
    rounds.find(({ finished, matches }) => finished < matches.length)?.round_id ?? rounds.length;
  return `Round ${current} of ${rounds.length}`;
}

/** The page with its events as one file. */
async function exportPage(pristine: string, events: readonly ViewerEvent[], league: string): Promise<void> {
  const page = await pageWith(pristine, events);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  link.download = `${league.replaceAll(/[^\w.-]/g, "_")}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}

/** The URL is revoked after this time, when the browser reads the file already. */
const keptMs = 60_000;

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

/** More steps make the page slow; the slider leads to the others. */
const maxShown = 200;

export function TapPanel({ timeline, t, choices, choose }: Shown) {
  const fitting = useFitting(timeline, t, choices);
  const exchanges = fitting.slice(-maxShown);
  return (
    <section class="card detail" aria-label="Messages">
      <MessageFilters choices={choices} choose={choose} count={fitting.length} />
      {fitting.length > maxShown && (
        <p class="about">The latest {maxShown} of them. The slider and the search lead to the others.</p>
      )}
      {fitting.length === 0 ? (
        <p class="empty">No message fits.</p>
      ) : (
        <ExchangeSequence
          label="Messages in order of time"
          parties={[...partiesIn(exchanges)]}
          exchanges={exchanges}
          timeline={timeline}
          t={t}
        />
      )}
    </section>
  );
}
