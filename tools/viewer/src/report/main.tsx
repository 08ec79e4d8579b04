/** The script of a conformance report: conversations, filters, and addresses of checks and their steps. */
import { render } from "preact";
import { Conversation } from "./conversation.js";
import type { ReportPageData } from "./drawing.js";

const { report, drawings } = JSON.parse(
  document.getElementById("report-data")?.textContent ?? "{}",
) as ReportPageData;

const filters = document.querySelector<HTMLFormElement>("#filters");
const cards = [...document.querySelectorAll<HTMLDetailsElement>("details.check")];
const visible = () => cards.filter(({ hidden }) => !hidden);

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

function applyFilters(): void {
  if (filters === null) return;
  const chosen = new FormData(filters);
  const [level, group, words = ""] = ["level", "group", "words"].map((name) => String(chosen.get(name)));
  for (const card of cards) {
    const { verdict = "", level: ofCard, group: itsGroup } = card.dataset;
    card.hidden = !(
      chosen.getAll("verdict").includes(verdict) &&
      (level === "" || level === ofCard) &&
      (group === "" || group === itsGroup) &&
      card.textContent.toLowerCase().includes(words.toLowerCase())
    );
  }
  const shown = document.getElementById("shown");
  if (shown !== null) shown.textContent = `${visible().length} of ${cards.length} checks`;
}

function clearFilters(): void {
  filters?.reset();
  applyFilters();
}

/** Opens all visible checks, or closes them if they are open. */
function foldAll(): void {
  const open = visible().some((card) => !card.open);
  for (const card of visible()) card.open = open;
}

// Last, when everything above is defined.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.matches("details.check") && target.open) draw(target);
  },
  true,
);
filters?.addEventListener("input", applyFilters);
// The return key in the search sends nothing.
filters?.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("all")?.addEventListener("click", clearFilters);
document.getElementById("fold")?.addEventListener("click", foldAll);
addEventListener("hashchange", openTarget);
document.documentElement.classList.add("scripted");
for (const card of cards) if (card.open) draw(card);
applyFilters();
openTarget();
