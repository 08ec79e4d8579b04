/** A league in the viewer, and the form for a change. */
import { useState } from "preact/hooks";
import type { Change } from "../league/request.js";
import { ForkForm } from "./fork-form.js";
import { ForkPanel } from "./fork-panel.js";
import type { Played } from "./use-run.js";
import { ViewerFrame } from "./viewer-frame.js";

export interface LeaguePanelProps {
  readonly base: Played;
  /** The same league with a change. */
  readonly fork: Played | null;
  readonly onFork: (change: Change) => void;
}

export function LeaguePanel({ base: { league }, fork, onFork }: LeaguePanelProps) {
  /** The viewer's address fragment. */
  const [hash, setHash] = useState("");
  return (
    <>
      <ForkForm
        events={league.events}
        onMoment={({ at, match_id }) =>
          setHash(match_id === null ? `#t=${at}` : `#t=${at}&match=${match_id}`)
        }
        onFork={onFork}
      />
      {fork === null ? (
        <ViewerFrame events={league.events} title="The league" hash={hash} />
      ) : (
        <ForkPanel before={league} after={fork.league} change={fork.request.change} />
      )}
    </>
  );
}
