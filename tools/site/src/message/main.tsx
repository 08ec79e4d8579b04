/** The page that reads a message: a field for it, and the findings about it. */
import { inspectMessage, type MessageFault, type MessageReading } from "@league-v2/agents";
import {
  chooseParityCallExamples,
  gameInvitationExamples,
  gameJoinAckExamples,
  leagueRegisterRequestExamples,
} from "@league-v2/contract/canonical/examples";
import { Forms } from "@league-v2/sdk/codec";
import { render } from "preact";
import { useMemo, useState } from "preact/hooks";
import { ErrorBoundary } from "../error-boundary.js";

/** A sample message, made from an example of the contract. */
interface Sample {
  readonly title: string;
  readonly text: string;
}

const registry = new Forms("any");

function request(form: string, type: string, message: object): string {
  return shown(registry.named(form).request(type, { ...message }, 1));
}

function shown(body: unknown): string {
  return JSON.stringify(body, null, 2);
}

const [call] = chooseParityCallExamples;
const [answer] = gameJoinAckExamples;

const samples: readonly Sample[] = [
  {
    title: "A request with faults",
    text: request("canonical", "CHOOSE_PARITY_CALL", {
      ...call,
      player_id: 7,
      timestamp: "noon",
      deadline: null,
    }),
  },
  { title: "A canonical request", text: request("canonical", "CHOOSE_PARITY_CALL", call) },
  {
    title: "A flat request",
    text: request("flat", "LEAGUE_REGISTER_REQUEST", leagueRegisterRequestExamples[0]),
  },
  { title: "A call of an MCP tool", text: request("mcp", "GAME_INVITATION", gameInvitationExamples[0]) },
  {
    title: "An answer with a fault",
    text: shown({ jsonrpc: "2.0", id: 1, result: { ...answer, accept: "yes" } }),
  },
];

function App() {
  const [text, setText] = useState("");
  const reading = useMemo(() => readText(text), [text]);
  return (
    <div class="message">
      <section class="card" aria-labelledby="paste-title">
        <h2 id="paste-title">The body of a request or of an answer</h2>
        <textarea
          aria-label="Message as JSON"
          rows={24}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
        <p class="buttons">
          {samples.map((sample) => (
            <button type="button" key={sample.title} onClick={() => setText(sample.text)}>
              {sample.title}
            </button>
          ))}
        </p>
      </section>
      <section class="card" aria-label="What it is" role="status">
        <Reading reading={reading} />
      </section>
    </div>
  );
}

function Reading({ reading }: { readonly reading: TextReading }) {
  switch (reading.kind) {
    case "empty":
      return <p>Paste a message of any wire form. It is read in this page and sent nowhere.</p>;
    case "no-json":
      return <Problem title="This is no JSON" text={reading.why} />;
    case "unknown":
      return <Problem title="This is no message of the league" text={reading.why} />;
    case "error":
      return <Problem title="An error response of JSON-RPC" text={reading.text} />;
    case "request":
    case "answer":
      return (
        <>
          <h2>
            {reading.type}, {reading.kind === "request" ? "a request" : "an answer"}
          </h2>
          <p>
            Wire form <code>{reading.form.name}</code>: {reading.form.title}
          </p>
          <Faults faults={reading.faults} />
        </>
      );
  }
}

function Faults({ faults }: { readonly faults: readonly MessageFault[] }) {
  if (faults.length === 0) return <p class="good">Nothing is wrong with it.</p>;
  return (
    <>
      <h3>{faults.length === 1 ? "One thing is wrong" : `${faults.length} things are wrong`}</h3>
      <ul class="faults">
        {faults.map(({ pointer, message, clause }) => (
          <li key={pointer}>
            {message}{" "}
            <a href={`requirements.html#${clause.id.toLowerCase()}`} title={clause.text}>
              {clause.id}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Problem({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="problem">
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}

type TextReading =
  | MessageReading
  | { readonly kind: "empty" }
  | { readonly kind: "no-json"; readonly why: string };

/** The page's findings about a pasted text. */
function readText(text: string): TextReading {
  if (text.trim() === "") return { kind: "empty" };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return { kind: "no-json", why: error instanceof Error ? error.message : String(error) };
  }
  return inspectMessage(body);
}

const place = document.getElementById("app");

if (place !== null) {
  place.replaceChildren();
  render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
    place,
  );
}
