/** One palette, light and dark. The tones are those of `verdicts.ts`; each passes 4.5:1 on its background. */
const palette = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --sunken: #f1f3f6; --line: #d9dee6;
  --ink: #1b2330; --soft: #566173; --accent: #1f5fbf;
  --green: #1a7a3c; --red: #c02626; --yellow: #8a5a00; --magenta: #8430a8; --grey: #5b6575;
  --green-bg: #e6f4ea; --red-bg: #fdeaea; --yellow-bg: #fdf3dc; --magenta-bg: #f6eafb; --grey-bg: #eceff3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1319; --card: #171d26; --sunken: #10151c; --line: #2b3442;
    --ink: #e4e9f1; --soft: #97a3b6; --accent: #7db2ff;
    --green: #5fd38a; --red: #ff8080; --yellow: #f0bf5a; --magenta: #d99bf5; --grey: #a3aebf;
    --green-bg: #12301d; --red-bg: #3b181b; --yellow-bg: #352a10; --magenta-bg: #301a3b; --grey-bg: #232b37;
  }
}
.green { --tone: var(--green); --tone-bg: var(--green-bg); }
.red { --tone: var(--red); --tone-bg: var(--red-bg); }
.yellow { --tone: var(--yellow); --tone-bg: var(--yellow-bg); }
.magenta { --tone: var(--magenta); --tone-bg: var(--magenta-bg); }
.grey { --tone: var(--grey); --tone-bg: var(--grey-bg); }
`;

const page = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.55 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
main, header > div, #filters > div { max-width: 1320px; margin: 0 auto; padding: 0 24px; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
pre, .id, .time, .clause-id { font-family: ui-monospace, "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace; }
pre { margin: 0; padding: 12px 14px; overflow: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; font-size: 12.5px; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; }
h4 { margin: 0 0 6px; font-size: 11px; letter-spacing: .07em; text-transform: uppercase; color: var(--soft); }
`;

const head = `
header { background: var(--card); border-top: 4px solid var(--tone); padding: 26px 0 22px; }
header .kind { color: var(--soft); font-size: 13px; }
header h1 { margin: 2px 0 4px; font-size: 30px; line-height: 1.2; letter-spacing: -.01em; color: var(--tone); }
header .sentence { margin: 0 0 18px; font-size: 17px; }
.bar { display: block; width: 100%; height: 10px; border-radius: 5px; background: var(--sunken); }
.bar rect { fill: var(--tone); }
dl { display: flex; flex-wrap: wrap; gap: 10px 26px; margin: 18px 0 0; font-size: 14px; }
dt { font-size: 11px; letter-spacing: .07em; text-transform: uppercase; color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
#filters { position: sticky; top: 0; z-index: 1; background: var(--card); border-bottom: 1px solid var(--line); padding: 10px 0; display: none; }
.scripted #filters { display: block; }
#filters > div { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
#filters label.chip { display: inline-flex; gap: 6px; padding: 3px 11px; border: 1px solid var(--line); border-radius: 99px; font-size: 13px; color: var(--soft); cursor: pointer; user-select: none; }
#filters label.chip:has(:checked) { color: var(--tone); background: var(--tone-bg); border-color: transparent; font-weight: 600; }
#filters label.chip:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
#filters label.chip input { position: absolute; opacity: 0; pointer-events: none; }
#filters select, #filters button, #filters input[type=search] { font: inherit; font-size: 13px; color: var(--ink); background: var(--sunken); border: 1px solid var(--line); border-radius: 7px; padding: 4px 8px; }
#filters button { cursor: pointer; }
#shown { margin-left: auto; color: var(--soft); font-size: 13px; white-space: nowrap; }
main { padding-top: 20px; padding-bottom: 60px; }
footer { margin-top: 30px; color: var(--soft); font-size: 13px; }
`;

const check = `
.check { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 10px; margin-bottom: 10px; scroll-margin-top: 110px; }
.check.target { box-shadow: 0 0 0 2px var(--accent); }
.check > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; padding: 11px 18px; cursor: pointer; list-style: none; }
.check > summary::-webkit-details-marker { display: none; }
.verdict { color: var(--tone); background: var(--tone-bg); padding: 1px 9px; border-radius: 99px; font-size: 12px; font-weight: 700; letter-spacing: .03em; white-space: nowrap; }
.title { font-weight: 600; flex: 1 1 300px; }
.id { font-size: 12px; color: var(--soft); }
.level { font-size: 11px; font-weight: 600; letter-spacing: .05em; color: var(--soft); }
.took { font-size: 12px; color: var(--soft); min-width: 52px; text-align: right; font-variant-numeric: tabular-nums; }
.body { padding: 4px 18px 18px; display: grid; gap: 14px; }
.body > * { margin: 0; min-width: 0; }
.clause { padding: 8px 14px; background: var(--sunken); border-left: 3px solid var(--accent); border-radius: 0 8px 8px 0; }
.clause-id { font-size: 12.5px; font-weight: 600; margin-right: 6px; }
cite { color: var(--soft); font-size: 13px; font-style: normal; }
.diagnosis { font-size: 16.5px; font-weight: 600; white-space: pre-line; overflow-wrap: anywhere; }
.hint::before { content: "Hint  "; color: var(--soft); font-weight: 600; }
.comparison { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 14px; }
.expected pre { border-left: 3px solid var(--green); }
.received pre { border-left: 3px solid var(--tone); }
.commands { display: grid; gap: 6px; }
.permalink { font-size: 13px; justify-self: start; }
.planted summary { cursor: pointer; color: var(--accent); font-size: 14px; }
.planted p { margin: 6px 0; color: var(--soft); font-size: 13px; }
.planted ul { margin: 0; padding-left: 20px; font-size: 13.5px; }
`;

const narrow = `
@media (max-width: 640px) { main, header > div, #filters > div { padding-inline: 14px; } #filters { position: static; } .id { flex-basis: 100%; } }
@media print { #filters { display: none !important; } .check { break-inside: avoid; } }
`;

export const pageStyle = palette + page + head + check + narrow;
