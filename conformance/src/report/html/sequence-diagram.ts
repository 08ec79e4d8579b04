import type { CheckResult } from "../../types.js";
import { element, escapeHtml } from "./escape.js";
import { CHARACTER_WIDTH, HEADER_HEIGHT, type Lane, TIME_WIDTH } from "./lanes.js";
import { layOut, type Row, type SequenceLayout } from "./sequence-layout.js";

type ArrowRow = Extract<Row, { kind: "arrow" }>;

/** The conversation of a check as an SVG sequence diagram; each arrow is a link to its raw message. */
export function sequenceDiagram(check: CheckResult): string {
  const layout = layOut(check.transcript);
  const { width, height, lanes, rows } = layout;
  const label = `Sequence diagram of ${check.id}: ${lanes.map((lane) => lane.name).join(", ")}`;
  return element(
    "svg",
    { class: "sequence", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
    lanes.map((lane) => lifeline(lane, height)).join("") +
      rows.map((row) => drawRow(row, check, layout)).join(""),
  );
}

/** The address of one step of a check inside of the page. */
export function stepAnchor(check: CheckResult, step: number): string {
  return `${check.id}:${step + 1}`;
}

function lifeline({ x, name, isAgent }: Lane, height: number): string {
  const half = (name.length * CHARACTER_WIDTH) / 2 + 14;
  return [
    element("line", { class: "lifeline", x1: x, y1: HEADER_HEIGHT - 6, x2: x, y2: height }),
    element("rect", {
      class: isAgent ? "lane agent" : "lane",
      x: x - half,
      y: 4,
      width: half * 2,
      height: 28,
      rx: 7,
    }),
    text(x, 22, name, isAgent ? "lane-name agent" : "lane-name"),
  ].join("");
}

function drawRow(row: Row, check: CheckResult, layout: SequenceLayout): string {
  switch (row.kind) {
    case "gap":
      return gap(row.y, row.label, layout);
    case "note":
      return link(check, row.step, "note", time(row) + note(row.y, row.label, layout));
    case "arrow":
      return link(check, row.step, arrowClass(row), time(row) + arrow(row));
  }
}

function arrowClass({ failed, remark }: ArrowRow): string {
  if (failed) return "arrow failed";
  return remark === "" ? "arrow" : "arrow remarked";
}

function arrow({ from, to, y, label, below, remark, failed }: ArrowRow): string {
  const direction = Math.sign(to.x - from.x);
  const tip = to.x - direction * 2;
  const middle = (from.x + to.x) / 2;
  const back = tip - direction * 9;
  const head = failed
    ? `M${back - 5} ${y - 5}l10 10m0 -10l-10 10`
    : `M${tip} ${y}L${back} ${y - 5}L${back} ${y + 5}Z`;
  return [
    element("line", { class: "shaft", x1: from.x, y1: y, x2: failed ? back : tip - direction * 6, y2: y }),
    element("path", { class: failed ? "cross" : "head", d: head }),
    element("circle", { class: "origin", cx: from.x, cy: y, r: 3 }),
    text(middle, y - 8, label, "label"),
    ...below.map((line, index) =>
      text(middle, y + 16 + index * 15, line, line === remark ? "detail remark" : "detail"),
    ),
  ].join("");
}

function note(y: number, label: string, { width }: SequenceLayout): string {
  const left = TIME_WIDTH + 8;
  return (
    element("rect", { class: "note-box", x: left, y: y - 13, width: width - left - 8, height: 26, rx: 5 }) +
    text((left + width - 8) / 2, y + 4, label, "note-text")
  );
}

/** Breaks the lifelines, so that half a minute does not look like a millisecond. */
function gap(y: number, label: string, { lanes, width }: SequenceLayout): string {
  const breaks = lanes.map(({ x }) =>
    element("line", { class: "break", x1: x, y1: y - 15, x2: x, y2: y + 15 }),
  );
  const middle = ((lanes[0]?.x ?? 0) + (lanes.at(-1)?.x ?? width)) / 2;
  return element("g", { class: "gap" }, breaks.join("") + text(middle, y + 4, `⋮ ${label} ⋮`, "gap-text"));
}

function time(row: { y: number; time: string }): string {
  return text(TIME_WIDTH - 8, row.y + 4, row.time, "time");
}

function text(x: number, y: number, content: string, className: string): string {
  return element("text", { class: className, x, y }, escapeHtml(content));
}

function link(check: CheckResult, step: number, className: string, content: string): string {
  return element("a", { class: className, href: `#${stepAnchor(check, step)}` }, content);
}
