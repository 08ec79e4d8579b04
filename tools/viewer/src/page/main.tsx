/** The whole page: the league at one moment, and the slider that chooses the moment. */
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { roundMatchesAt, standingsAt, stateAt } from "../at-moment.js";
import type { ViewerEvent } from "../events.js";
import { Timeline } from "../timeline.js";
import type { RoundMatches, Standing } from "../view.js";
import { Header, TabBar, TapPanel } from "./header.js";
import { Help, useKeyboard } from "./keyboard.js";
import { Deadlines } from "./messages/deadlines.js";
import { MessageList } from "./messages/message-list.js";
import { AgentList } from "./panels/agent-list.js";
import { Crosstable } from "./panels/crosstable.js";
import { MatchPanel } from "./panels/match-panel.js";
import { PointsPlot } from "./panels/points-plot.js";
import { StandingsTable } from "./panels/standings-table.js";
import { type Shown, type TabName, useChoices } from "./parts/fragment.js";
import { type Connection, listen } from "./source.js";
import { TimeBar, useMoment } from "./time-bar.js";

const embedded = document.getElementById("events")?.textContent ?? "";
/** The document before any change, for the export. */
const pristine = `<!doctype html>\n${document.documentElement.outerHTML}`;

function App() {
  const [events, setEvents] = useState<readonly ViewerEvent[]>([]);
  const [connection, setConnection] = useState<Connection>("connecting");
  const [offset, setOffset] = useState(0);
  const [helps, setHelps] = useState(false);
  const [choices, choose] = useChoices();
  useEffect(
    () => listen(embedded, { onEvents: setEvents, onConnection: setConnection, onClock: setOffset }),
    [],
  );
  const timeline = useMemo(() => new Timeline(events), [events]);
  const moment = useMoment(timeline, choices, choose, connection === "live" ? offset : null);
  const { t } = moment;
  const rounds = useMemo(() => roundMatchesAt(timeline, t), [timeline, t]);
  const standings = useMemo(() => standingsAt(timeline, t), [timeline, t]);
  useKeyboard({ moment, choices, choose, rounds, timeline, toggleHelp: () => setHelps((shown) => !shown) });
  useEffect(() => {
    document.title = `${timeline.head?.league_id ?? "league.v2"} · viewer`;
  }, [timeline]);

  const at: Shown = { timeline, t, choices, choose };
  const champion = timeline.completed !== null && timeline.completed.at <= t ? timeline.completed : null;
  return (
    <div class="page" data-tab={choices.tab}>
      <Header
        timeline={timeline}
        rounds={rounds}
        standings={standings}
        connection={connection}
        events={events}
        pristine={pristine}
        state={stateAt(timeline, t)}
        champion={champion?.champion_id ?? null}
        onHelp={() => setHelps(true)}
      />
      {timeline.isTap ? (
        <main class="tap">
          <TapPanel {...at} />
        </main>
      ) : (
        <main>
          <div class="side">
            <StandingsTable {...at} standings={standings} />
            <PointsPlot {...at} standings={standings} />
            <Deadlines {...at} />
          </div>
          <section class="stage" aria-label="Details">
            <TabBar tab={choices.tab} choose={choose} />
            <Panel tab={choices.tab} at={at} rounds={rounds} standings={standings} />
          </section>
        </main>
      )}
      <TimeBar timeline={timeline} moment={moment} live={connection === "live"} />
      {helps && <Help onClose={() => setHelps(false)} />}
    </div>
  );
}

interface PanelProps {
  readonly tab: TabName;
  readonly at: Shown;
  readonly rounds: readonly RoundMatches[];
  readonly standings: readonly Standing[];
}

/** Only the selected part is computed. */
function Panel({ tab, at, rounds, standings }: PanelProps) {
  switch (tab) {
    case "standings":
    case "matches":
      return <MatchPanel {...at} rounds={rounds} />;
    case "crosstable":
      return <Crosstable {...at} standings={standings} />;
    case "agents":
      return <AgentList {...at} />;
    case "messages":
      return <MessageList {...at} />;
  }
}

const place = document.getElementById("app");
if (place !== null) {
  place.replaceChildren();
  render(<App />, place);
}
