/** Seed, opponents and faults of the league. */
import type { StrategyName } from "@league-v2/agents";
import {
  type LeagueRequest,
  type NetworkFaultName,
  networkFaults,
  networkFaultTitles,
} from "../league/request.js";
import { isSeed, maxOpponents, opponentNames } from "./fragment.js";

export interface SettingsFormProps {
  readonly request: LeagueRequest;
  readonly onChange: (request: LeagueRequest) => void;
}

export function SettingsForm({ request, onChange }: SettingsFormProps) {
  const { seed, opponents, faults } = request;
  const set = (change: Partial<LeagueRequest>) => onChange({ ...request, ...change });
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      <label>
        Seed{" "}
        <input
          type="number"
          min="0"
          step="1"
          value={seed}
          onInput={({ currentTarget: { valueAsNumber } }) =>
            isSeed(valueAsNumber) && set({ seed: valueAsNumber })
          }
        />
      </label>
      <fieldset>
        <legend>Opponents</legend>
        {opponents.map((name, index) => (
          <span class="opponent" key={index}>
            <select
              aria-label={`Player ${index + 2}`}
              value={name}
              onChange={({ currentTarget: { value } }) =>
                set({ opponents: opponents.with(index, value as StrategyName) })
              }
            >
              {opponentNames.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
            <button
              type="button"
              aria-label={`Remove player ${index + 2}`}
              disabled={opponents.length === 1}
              onClick={() => set({ opponents: opponents.toSpliced(index, 1) })}
            >
              ×
            </button>
          </span>
        ))}
        <button
          type="button"
          disabled={opponents.length >= maxOpponents}
          onClick={() => set({ opponents: [...opponents, "random"] })}
        >
          Add an opponent
        </button>
      </fieldset>
      <fieldset>
        <legend>Faults of the network, each in one message of twenty</legend>
        {networkFaults.map((name) => (
          <FaultSwitch
            key={name}
            name={name}
            faults={faults}
            onChange={(changed) => set({ faults: changed })}
          />
        ))}
      </fieldset>
    </form>
  );
}

interface FaultSwitchProps {
  readonly name: NetworkFaultName;
  readonly faults: readonly NetworkFaultName[];
  readonly onChange: (faults: readonly NetworkFaultName[]) => void;
}

function FaultSwitch({ name, faults, onChange }: FaultSwitchProps) {
  const isOn = faults.includes(name);
  const others = faults.filter((one) => one !== name);
  return (
    <label class="switch">
      <input type="checkbox" checked={isOn} onChange={() => onChange(isOn ? others : [...others, name])} />
      {networkFaultTitles[name]}
    </label>
  );
}
