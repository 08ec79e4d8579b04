/** The outcome of a run. */
import { type Change, type LeagueRequest, ownId, silenceMs, strategyFile } from "../league/request.js";
import { LeaguePanel } from "./league-panel.js";
import { RankPanel } from "./rank-panel.js";
import { baseOf, type Outcome, type Played } from "./use-run.js";

export interface OutcomePanelProps {
  readonly outcome: Outcome;
  readonly onFork: (base: Played, change: Change) => void;
}

export function OutcomePanel({ outcome, onFork }: OutcomePanelProps) {
  const base = baseOf(outcome);
  const fork = outcome.kind === "fork" ? outcome.played : null;
  return (
    <section class={fork === null ? "outcome" : "outcome whole"} aria-label="Outcome">
      <div class="card" role="status">
        <Summary outcome={outcome} />
      </div>
      {base !== null && <LeaguePanel base={base} fork={fork} onFork={(change) => onFork(base, change)} />}
    </section>
  );
}

function Summary({ outcome }: { readonly outcome: Outcome }) {
  switch (outcome.kind) {
    case "none":
      return (
        <p>
          A whole league runs in this page: manager, referees, players, every deadline. Nothing leaves it.
        </p>
      );
    case "stopped":
      return <p>Stopped.</p>;
    case "running":
      return <Progress done={outcome.done} of={outcome.of} />;
    case "failed":
      return (
        <div class="problem">
          <h2>The strategy does not run</h2>
          <p>
            {outcome.fault.line !== null && <strong>Line {outcome.fault.line}: </strong>}
            {outcome.fault.message}
          </p>
        </div>
      );
    case "silent":
      return (
        <div class="problem">
          <h2>The strategy hangs</h2>
          <p>
            No match ended within {silenceMs / 1000} s, so the worker was ended. A loop that never ends does
            this, as no deadline can interrupt it: in a player of your own, it would stop the whole process.
          </p>
        </div>
      );
    case "league":
    case "fork":
      return <LeagueSummary {...outcome.played} />;
    case "places":
      return <RankPanel request={outcome.request} places={outcome.places} />;
  }
}

function Progress({ done, of }: { readonly done: number; readonly of: number }) {
  return (
    <p>
      <progress aria-label="Progress" max={of === 0 ? 1 : of} value={done} />{" "}
      {of === 0 ? "starting" : `${done} of ${of}`}
    </p>
  );
}

function LeagueSummary({ request, league }: Played) {
  const { report, faults, faultCount } = league;
  const row = report.standings.find(({ player_id }) => player_id === ownId);
  const command = commandOf(request);
  return (
    <>
      <h2>
        {request.change !== undefined && "With the change: "}
        {report.champion.player_id === ownId
          ? "Your strategy wins the league"
          : `Your strategy is number ${row?.rank ?? "?"} of ${report.standings.length}`}
      </h2>
      {row !== undefined && (
        <p>
          {row.points} points: {row.wins} won, {row.draws} drawn, {row.losses} lost. You are player {ownId}.
        </p>
      )}
      {faultCount > 0 && (
        <div class="problem">
          <h3>
            {faultCount === 1 ? "One choice was" : `${faultCount} choices were`} replaced by the fallback
            "even"
          </h3>
          <ul>
            {faults.map(({ match_id, line, message }) => (
              <li key={match_id}>
                {line !== null && <strong>Line {line}: </strong>}
                {message} ({match_id})
              </li>
            ))}
          </ul>
        </div>
      )}
      {command !== null && (
        <p>
          The same league on your machine, with the strategy in <code>strategy.ts</code>:{" "}
          <code>{command}</code>
        </p>
      )}
    </>
  );
}

/** The command line that plays the same league; null for one that the command cannot play: one with faults, or a fork. */
function commandOf({ seed, opponents, faults, change }: LeagueRequest): string | null {
  if (faults.length > 0 || change !== undefined) return null;
  const strategies = [strategyFile, ...opponents];
  return `npx league play --memory --seed ${seed} --players ${strategies.length} --strategies ${strategies.join(",")}`;
}
