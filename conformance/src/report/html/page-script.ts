/**
 * The script of the report page: filters, deep links and raw messages. The page is readable without it. Plain
 * JavaScript as text, because it runs in the reader's browser and not here; a test drives it in Chromium.
 */
export const pageScript = `
"use strict";
const find = (selector) => document.querySelector(selector);
const findAll = (selector) => [...document.querySelectorAll(selector)];
const cards = findAll("details.check");
let report;

function checkNamed(id) {
  report ??= JSON.parse(find("#report-data").textContent);
  return report.checks.find((check) => check.id === id);
}

function showMessage(details) {
  const place = details.querySelector("pre");
  if (place.textContent !== "") return;
  const [, id, number] = /^(.*):(\\d+)$/.exec(details.id);
  const entry = checkNamed(id).transcript[Number(number) - 1];
  if (entry.json !== undefined) place.textContent = JSON.stringify(entry.json, undefined, 2);
  else place.textContent = entry.bytes ?? entry.note ?? "no bytes";
}

function applyFilters() {
  const verdicts = new Set(findAll("[name=verdict]:checked").map((box) => box.value));
  const level = find("[name=level]").value;
  const group = find("[name=group]").value;
  const words = find("[name=words]").value.toLowerCase();
  let shown = 0;
  for (const card of cards) {
    const { verdict, level: ofCard, group: itsGroup } = card.dataset;
    const wanted = verdicts.has(verdict) && (level === "" || level === ofCard) && (group === "" || group === itsGroup);
    card.hidden = !(wanted && (words === "" || card.textContent.toLowerCase().includes(words)));
    if (!card.hidden) shown += 1;
  }
  find("#shown").textContent = shown + " of " + cards.length + " checks";
}

function clearFilters() {
  for (const box of findAll("[name=verdict]")) box.checked = true;
  for (const field of findAll("[name=level], [name=group], [name=words]")) field.value = "";
  applyFilters();
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const card = target?.closest("details.check");
  if (!card) return;
  if (card.hidden) clearFilters();
  for (let each = target; each; each = each.parentElement.closest("details")) each.open = true;
  if (target.matches("details.message")) showMessage(target);
  for (const other of findAll(".target")) other.classList.remove("target");
  target.classList.add("target");
  target.scrollIntoView({ block: target === card ? "start" : "center" });
}

document.addEventListener("toggle", ({ target }) => {
  if (target.matches("details.message") && target.open) showMessage(target);
}, true);
find("#filters").addEventListener("input", applyFilters);
find("#all").addEventListener("click", clearFilters);
find("#fold").addEventListener("click", () => {
  const open = cards.some((card) => !card.hidden && !card.open);
  for (const card of cards) if (!card.hidden) card.open = open;
});
addEventListener("hashchange", openTarget);
document.documentElement.classList.add("scripted");
applyFilters();
openTarget();
`;
