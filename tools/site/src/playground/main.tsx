/** The playground: a strategy, its league, and the outcome. */
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ErrorBoundary } from "../error-boundary.js";
import { examples } from "../strategy/examples.js";
import type { StrategyFault } from "../strategy/strategy.js";
import { useTypes } from "../types/use-types.js";
import { Editor, TypeList } from "./editor.js";
import { readFragment, type Settings, writeFragment } from "./fragment.js";
import { OutcomePanel } from "./outcome-panel.js";
import { ManyLeagues } from "./rank-panel.js";
import { SettingsForm } from "./settings-form.js";
import { type Outcome, useRun } from "./use-run.js";

/** The URL is written at most once in this time, because browsers limit the rate. */
const writePauseMs = 300;

function App({ initial }: { readonly initial: Settings }) {
  const [settings, setSettings] = useState(initial);
  const { outcome, start, stop } = useRun();
  const { source, request } = settings;
  useAddress(settings, setSettings);
  const typeFaults = useTypes(source);
  const faults = useMemo(() => faultsIn(outcome), [outcome]);
  const play = () => start(source, { kind: "league", request });
  return (
    <div class="playground">
      <section class="card write" aria-labelledby="write-title">
        <h2 id="write-title">Your strategy</h2>
        <label class="examples">
          Begin with{" "}
          <select
            value={examples.find((one) => one.source === source)?.title ?? ""}
            onChange={({ currentTarget: { value } }) => {
              const example = examples.find(({ title }) => title === value);
              if (example !== undefined) setSettings({ request, source: example.source });
            }}
          >
            <option value="">your own text</option>
            {examples.map(({ title }) => (
              <option key={title}>{title}</option>
            ))}
          </select>
        </label>
        <Editor
          source={source}
          faults={faults}
          typeFaults={typeFaults}
          onChange={(text) => setSettings((before) => ({ ...before, source: text }))}
          onRun={play}
        />
        <TypeList faults={typeFaults} />
        <SettingsForm request={request} onChange={(changed) => setSettings({ source, request: changed })} />
        <p class="buttons">
          <button type="button" class="main" onClick={play}>
            Play a league
          </button>
          <button type="button" onClick={stop} disabled={outcome.kind !== "running"}>
            Stop
          </button>
          <span class="hint">Ctrl or ⌘ with Enter plays, too.</span>
        </p>
        <ManyLeagues onStart={(count) => start(source, { kind: "leagues", request, count })} />
      </section>
      <OutcomePanel
        outcome={outcome}
        onFork={(base, change) => {
          const forked = { ...base.request, change };
          start(base.source, { kind: "league", request: forked }, base);
        }}
      />
    </div>
  );
}

function faultsIn(outcome: Outcome): readonly StrategyFault[] {
  if (outcome.kind === "failed") return [outcome.fault];
  return outcome.kind === "league" ? outcome.played.league.faults : [];
}

/** Synchronizes the URL fragment and the settings, in both directions. */
function useAddress(settings: Settings, onRead: (settings: Settings) => void): void {
  useEffect(() => {
    const timer = setTimeout(async () => {
      const hash = await writeFragment(settings);
      if (hash !== location.hash.slice(1)) history.replaceState(null, "", `#${hash}`);
    }, writePauseMs);
    return () => clearTimeout(timer);
  }, [settings]);
  useEffect(() => {
    const read = async () => onRead(await readFragment(location.hash));
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
}

const place = document.getElementById("app");
const initial = await readFragment(location.hash);

if (place !== null) {
  place.replaceChildren();
  render(
    <ErrorBoundary>
      <App initial={initial} />
    </ErrorBoundary>,
    place,
  );
}
