import { addPerson } from '@switchboard/server/testing';
import type pg from 'pg';
import { launchBrowser } from '../../e2e/browser.ts';
import { serveGallery } from '../../e2e/gallery/serve-gallery.ts';
import { fillHome } from '../home/fill-home.ts';
import { startApi } from '../lists/started-api.ts';
import { createGoals, load, median, quantile, spread, timed } from '../measure.ts';
import { readOptions } from '../options.ts';
import { startWorkDatabase } from '../work-database.ts';
import { type CanvasTrial, type Drawing, measureCanvas } from './measure-canvas.ts';

/** The asset graph and the timeline: what the server takes for each, and how they are drawn and moved in Chromium. */
const GOALS = { open: 1_000, frames: 30 };
/** Rounds that are not counted. */
const WARM_UP = 5;
const { artifacts, day, days, rounds, runs } = readOptions({
  artifacts: 2_000,
  day: 10_000,
  days: 30,
  rounds: 30,
  runs: 3,
});

const today = new Date().toISOString().slice(0, 10);
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const ASSET =
  'id kind name project destination level artifact_status is_running message message_kind fresh_date late_dates inputs';
const UNIT = `id kind name project purpose report_date status dirty_row_status queued flow_id flow_started flow_finished ready
  started finished attempts worker is_late failures { at message }`;
const CALLS: Readonly<Record<string, { readonly query: string; readonly trial: CanvasTrial }>> = {
  'asset graph': {
    query: `{ asset_graph { ... on AssetGraph { changelist_id assets { ${ASSET} } } } }`,
    trial: 'map',
  },
  'timeline of a report date': {
    query: `{ timeline(report_date: "${yesterday}") { now has_more units { ${UNIT} } } }`,
    trial: 'gantt',
  },
  'timeline of a day': {
    query: `{ timeline(start: "${yesterday}T00:00:00Z", end: "${today}T00:00:00Z") { now has_more units { ${UNIT} } } }`,
    trial: 'gantt',
  },
};

const goals = createGoals();
const drawn = await measureDrawings();
const prepared = await startWorkDatabase('pipeline');
try {
  const email = 'bench@test.test';
  const account = await fillHome(prepared.database, prepared.pool, { artifacts, units: day * days, days }, console.log);
  await addUnits(prepared.pool, account);
  await addPerson(prepared.database, { email, roles: { [account.accountId]: ['viewer'] } });
  console.log(`${artifacts} declarations with ${day} runs a day, ${days} days`);
  const api = await startApi(prepared.url);
  try {
    const token = await api.token(email);
    for (const [name, { query, trial }] of Object.entries(CALLS)) {
      const times: number[] = [];
      let bytes = 0;
      for (let round = -WARM_UP; round < rounds; round += 1) {
        const { ms, value } = await timed(() => ask(api.url, token, account.urlName, query));
        bytes = value;
        if (round >= 0) times.push(ms);
      }
      const open = quantile(times, 0.95) + drawn[trial];
      console.log(`${name}: answered in ${spread(times)}, ${(bytes / 1e6).toFixed(1)} MB of text; ${load()}`);
      goals.check(open < GOALS.open, `${name}: open in ${open.toFixed(0)} ms, within ${GOALS.open}`);
    }
  } finally {
    await api.stop();
  }
} finally {
  await prepared.stop();
}
goals.end();

/** Draws 2,000 nodes and 10,000 units. Returns the milliseconds to the first drawing of each. */
async function measureDrawings(): Promise<Readonly<Record<CanvasTrial, number>>> {
  const gallery = await serveGallery();
  const browser = await launchBrowser();
  const first = { map: 0, gantt: 0 };
  try {
    for (const trial of ['map', 'gantt'] as const) {
      // The first visit builds the gallery.
      await measureCanvas(browser, gallery.url, trial);
      const all: Drawing[] = [];
      for (let run = 0; run < runs; run += 1) all.push(await measureCanvas(browser, gallery.url, trial));
      first[trial] = median(all.map(({ firstDrawing }) => firstDrawing));
      const whole = median(all.map((one) => one.whole));
      const near = median(all.map((one) => one.near));
      const what = trial === 'map' ? '2,000 nodes' : '10,000 units';
      console.log(
        `${what}: first drawing after ${first[trial].toFixed(0)} ms, script and layout included; ${whole.toFixed(0)} frames a second from afar, ${near.toFixed(0)} from near; ${load()}`,
      );
      goals.check(Math.min(whole, near) >= GOALS.frames, `${what}: at least ${GOALS.frames} frames a second`);
    }
  } finally {
    await browser.close();
    await gallery.stop();
  }
  return first;
}

/** Flows and units of the runs, with when they began: those of Home have none. */
async function addUnits(
  pool: pg.Pool,
  { accountId, changelistId }: { readonly accountId: string; readonly changelistId: string },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await client.query(
      `insert into flow (account_id, id, changelist_id, purpose, report_date, identity, status, created, started, finished)
       select account_id, flow_id, $2, purpose, report_date, id::text, 'STOPPED', created, created, finished from upload
       where account_id = $1`,
      [accountId, changelistId],
    );
    for (const kind of ['download', 'upload']) {
      await client.query(`update ${kind} set started = created where account_id = $1`, [accountId]);
      await client.query(
        `insert into unit (account_id, id, kind, purpose, state, attempt, worker)
         select account_id, id, '${kind}', purpose, 'done', 1 + (hashtext(id::text) & 15) / 15, 'worker-' || (hashtext(id::text) & 7)
         from ${kind} where account_id = $1`,
        [accountId],
      );
    }
    for (const table of ['download', 'upload', 'flow', 'unit']) await client.query(`vacuum (analyze) ${table}`);
    await client.query('checkpoint');
  } finally {
    client.release(true);
  }
}

/** Asks as the console does. Returns the bytes of the answer, unpacked. */
async function ask(url: string, token: string, account: string, query: string): Promise<number> {
  const response = await fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'request-id': 'bench-request' },
      ...{ authorization: `Bearer ${token}`, 'account-uri': account },
    },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  if (text.startsWith('{"errors"')) throw new Error(text.slice(0, 1_000));
  return text.length;
}
