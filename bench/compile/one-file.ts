import { CATALOG } from '@switchboard/language/testing/catalog';
import { Workspace } from '@switchboard/language/workspace';
import { quantile } from '../measure.ts';

const LINES = 10_000;
const EDITS = 60;
/** A server waits 50 ms for a pause in typing and has 150 ms from an edit to the messages. */
const GOAL_MS = 100;

/** A script of one file, of downloads, tables and uploads. */
export function largeFile(length = LINES): string {
  const lines: string[] = [];
  for (let n = 1; lines.length < length; n += 1)
    lines.push(
      ...[
        `download src${n} from {`,
        '  type: "web";',
        `  url: "https://example.com/${n}";`,
        '} using {',
        '  day: date;',
      ],
      ...['  site: string;', '  clicks: integer;', '  cost: decimal(18, 2);', '};', `table t${n} is`],
      ...['  select day, site, sum(clicks) as clicks, sum(cost) as cost', `  from src${n}`, `  where clicks > ${n}`],
      ...['  order by day;', `table u${n} is`, '  select a.day, a.site, a.clicks * 2 as twice', `  from t${n} as a`],
      ...[`  left join src${n} as b on a.site == b.site`, '  where b.clicks > 1;'],
      `upload u${n} to { type: "disk"; path: "u${n}.csv"; };`,
    );
  return lines.join('\n');
}

/** From an edit in a file of 10,000 lines to its messages. */
export function oneFileChecks(): readonly (readonly [holds: boolean, goal: string])[] {
  const text = largeFile();
  const workspace = new Workspace(CATALOG);
  workspace.set('large.sbs', text);
  workspace.messages('large.sbs');
  const times: number[] = [];
  for (let count = 0; count < EDITS; count += 1) {
    const at = text.indexOf('where clicks > ', Math.floor((text.length * ((count * 7) % EDITS)) / EDITS)) + 15;
    const start = performance.now();
    workspace.set('large.sbs', `${text.slice(0, at)}${count % 3 === 0 ? 'x' : count}${text.slice(at)}`);
    workspace.messages('large.sbs');
    times.push(performance.now() - start);
  }
  const p95 = quantile(times, 0.95);
  console.log(
    `one file of ${LINES} lines: an edit p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
  );
  return [[p95 <= GOAL_MS, `an edit in a file of ${LINES} lines at most ${GOAL_MS} ms at the 95th percentile`]];
}
