/** The script of a conformance report: conversations, filters, and addresses of checks and their steps. */
import { render } from "preact";
import { Conversation } from "./conversation.js";
import type { ReportPageData } from "./drawing.js";

const { report, drawings } = JSON.parse(
  document.getElementById("report-data")?.textContent ?? "{}",
) as ReportPageData;

/** Draws a conversation when its check is opened, because a report may have hundreds. */
function draw(card: Element, target: number | null = null): void {
  const place = card.querySelector(".conversation-place");
  const drawing = drawings[card.id];
  if (place === null || drawing === undefined) return;
  const messages = report.checks.find(({ id }) => id === card.id)?.transcript ?? [];
  render(<Conversation check={card.id} drawing={drawing} messages={messages} target={target} />, place);
}

/** `#player/choice/echoes-match:7` is the seventh step of that check. */
function openTarget(): void {
  const [, id = "", step] = /^#(.*?)(?::(\d+))?$/.exec(decodeURIComponent(location.hash)) ?? [];
  const card = document.getElementById(id)?.closest<HTMLDetailsElement>("details.check");
  if (!card) return;
  if (card.hidden) clearFilters();
  card.open = true;
  for (const other of document.querySelectorAll(".target")) other.classList.remove("target");
  card.classList.add("target");
  if (step === undefined) card.scrollIntoView({ block: "start" });
  draw(card, step === undefined ? null : Number(step));
}

/** The filters of the checks of a report. */
const find = <Found extends HTMLElement>(selector: string) => document.querySelector<Found>(selector);
const findAll = <Found extends HTMLElement>(selector: string) => [
  ...document.querySelectorAll<Found>(selector),
];
const cards = () => findAll<HTMLDetailsElement>("details.check");
const boxes = () => findAll<HTMLInputElement>("[name=verdict]");
const field = (name: string) => find<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`);

export function applyFilters(): void {
  const verdicts = new Set(
    boxes()
      .filter(({ checked }) => checked)
      .map(({ value }) => value),
  );
  const [level, group, words] = ["level", "group", "words"].map((name) => field(name)?.value ?? "");
  let shown = 0;
  for (const card of cards()) {
    const { verdict = "", level: ofCard, group: itsGroup } = card.dataset;
    const isWanted =
      verdicts.has(verdict) &&
      (level === "" || level === ofCard) &&
      (group === "" || group === itsGroup) &&
      card.textContent.toLowerCase().includes((words ?? "").toLowerCase());
    card.hidden = !isWanted;
    if (isWanted) shown += 1;
  }
  const place = find("#shown");
  if (place !== null) place.textContent = `${shown} of ${cards().length} checks`;
}

export function clearFilters(): void {
  for (const box of boxes()) box.checked = true;
  for (const name of ["level", "group", "words"]) {
    const one = field(name);
    if (one !== null) one.value = "";
  }
  applyFilters();
}

/** Opens all shown checks, or closes them if they are open. */
export function foldAll(): void {
  const shown = cards().filter(({ hidden }) => !hidden);
  const open = shown.some((card) => !card.open);
  for (const card of shown) card.open = open;
}

// Last, when everything above is defined.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.matches("details.check") && target.open) draw(target);
  },
  true,
);
document.getElementById("filters")?.addEventListener("input", applyFilters);
document.getElementById("all")?.addEventListener("click", clearFilters);
document.getElementById("fold")?.addEventListener("click", foldAll);
addEventListener("hashchange", openTarget);
document.documentElement.classList.add("scripted");
for (const card of document.querySelectorAll("details.check[open]")) draw(card);
applyFilters();
openTarget();
