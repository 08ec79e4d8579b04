/** The style of pages with tables: a comparison, a matrix. */
export const tableStyle = `
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone, var(--line)); border-radius: 10px; margin-bottom: 18px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
caption { text-align: left; padding: 12px 18px 8px; font-weight: 600; font-size: 16px; color: var(--tone, var(--ink)); }
caption::first-letter { text-transform: uppercase; }
caption .count { color: var(--soft); font-weight: 400; }
th, td { padding: 8px 18px; text-align: left; vertical-align: top; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { font-size: 11px; letter-spacing: .07em; text-transform: uppercase; color: var(--soft); white-space: nowrap; }
tbody th { font-weight: 600; min-width: 16em; }
tbody th .id { font-weight: 400; }
td .verdict { display: inline-block; }
th.column { text-transform: none; letter-spacing: 0; font-size: 13px; min-width: 13em; white-space: normal; }
th.column > * { display: block; width: fit-content; margin-bottom: 4px; }
th.column strong { color: var(--ink); }
.agent { font-weight: 400; }
td summary { cursor: pointer; list-style-position: inside; }
td ul { margin: 6px 0 0; padding-left: 18px; font-size: 13px; }
`;
