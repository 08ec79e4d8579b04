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
