/** The conversation of a check, next to the same check on the reference agent, if any. */
import { useEffect, useRef, useState } from "preact/hooks";
import { JsonView } from "../page/messages/json-view.js";
import { SequenceDiagram, type SequenceStep, withPauses } from "../page/messages/sequence-diagram.js";
import type { ReportConversation, ReportDrawing, ReportMessage, ReportStep } from "./drawing.js";

export interface ConversationProps {
  readonly check: string;
  readonly drawing: ReportDrawing;
  readonly messages: readonly ReportMessage[];
  /** The step in the URL, from 1. */
  readonly target: number | null;
}

export function Conversation({ check, drawing, messages, target }: ConversationProps) {
  const { tested, reference, difference } = drawing;
  return (
    <div class={`conversation ${reference === null ? "" : "two"}`}>
      {reference !== null && (
        <p class="difference">
          <strong>First difference: </strong>
          {difference?.text ?? "none in what was said; look at the times, the values and the diagnosis"}
        </p>
      )}
      <Side
        title={reference === null ? "Conversation" : "This agent"}
        check={check}
        conversation={tested}
        messages={messages}
        marked={difference?.step ?? null}
        target={target}
        isAddressed
      />
      {reference !== null && (
        <Side
          title="Reference agent, on simulated time"
          check={check}
          conversation={reference}
          messages={reference.messages}
          marked={difference?.referenceStep ?? null}
          target={null}
        />
      )}
    </div>
  );
}

interface SideProps {
  readonly title: string;
  readonly check: string;
  readonly conversation: ReportConversation;
  readonly messages: readonly ReportMessage[];
  readonly marked: number | null;
  readonly target: number | null;
  /** Whether its steps have anchors in the page. */
  readonly isAddressed?: boolean;
}

type Step = SequenceStep & ReportStep;

function Side({ title, check, conversation, messages, marked, target, isAddressed = false }: SideProps) {
  const [open, setOpen] = useState<string | null>(null);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (target === null) return;
    setOpen(String(target));
    const step = conversation.steps.findIndex((one) => one.step === target - 1);
    place.current?.querySelectorAll("li")[step]?.scrollIntoView({ block: "center" });
  }, [target, conversation]);
  const choose = (key: string | null) => {
    setOpen(key);
    if (isAddressed && key !== null) history.replaceState(null, "", `#${check}:${key}`);
  };
  return (
    <section class="side" aria-label={title} ref={place}>
      <h4>{title}</h4>
      <SequenceDiagram
        label={`${title}: messages`}
        lanes={conversation.lanes.map((id) => ({ id, title: id, name: null }))}
        begin={0}
        steps={withPauses(conversation.steps.map(stepOf))}
        open={open}
        onOpen={choose}
        body={(one: Step) => <Message step={one} message={messages[one.step] ?? {}} />}
        under={({ remark }) => remark !== null && <p class="remark">{remark}</p>}
        markOf={({ step }) => (step === marked ? "first difference" : null)}
      />
    </section>
  );
}

function stepOf(step: ReportStep): Step {
  return { ...step, key: String(step.step + 1), badge: null, pauseMs: null };
}

function Message({ step, message }: { readonly step: ReportStep; readonly message: ReportMessage }) {
  const { json, bytes, note } = message;
  if (json === undefined) return <pre class="raw">{bytes ?? note ?? "no bytes"}</pre>;
  return (
    <div class="body">
      <JsonView value={json} message_type={/^[A-Z_]+$/.test(step.label) ? step.label : null} />
    </div>
  );
}
