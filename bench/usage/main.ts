import { addPerson, buildAccount, buildSource } from '@switchboard/server/testing';
import { measureCalls } from '../lists/measure-calls.ts';
import { startApi } from '../lists/started-api.ts';
import { createGoals, load } from '../measure.ts';
import { readOptions } from '../options.ts';
import { startWorkDatabase } from '../work-database.ts';

/** The usage, source and schema reports of an account with many projects, sources and months, through HTTP as the console asks. */
const LIMIT_MS = 300;

const { projects, sources, tables, months, rounds } = readOptions({
  projects: 200,
  sources: 1_000,
  tables: 3,
  months: 60,
  rounds: 60,
});
const REPORT =
  'rows { project purpose year month totalRowCount totalByteCount } contracted forecast productionRowCount';
const AMOUNT = '{ rows bytes }';
const SOURCE_PAGE = `bundle_name scheduling { timezone hour_of_day repull_days } tables { name project path line
  volume { production ${AMOUNT} refill ${AMOUNT} backfill ${AMOUNT} proof ${AMOUNT} }
  exports { declaration { destination } } }`;
const SCHEMA_PAGE = `bundle_name import_type network pattern regex tables { name schema { name type }
  exports { declaration { export_type descriptor { truncate project dataset table } } } }`;

const call = (name: string, document: string) => ({ name, document, variables: {}, limit: LIMIT_MS });
const CALLS = [
  call('rows report by purpose', `{ downloadRowsReport(dimensions: [purpose]) { ${REPORT} } }`),
  call(
    'rows report by project',
    `{ downloadRowsReport(dimensions: [project], filters: { topProjects: 5 }) { ${REPORT} } }`,
  ),
  call(
    'rows report of five projects',
    '{ downloadRowsReport(dimensions: [project], filters: { projects: ["p1", "p2", "p3", "p4", "p5"] }) { rows { totalRowCount } } }',
  ),
  call('source report, first 50', `{ source_bundles(first: 50) { nodes { ${SOURCE_PAGE} } pageInfo { endCursor } } }`),
  call('source report of one project', `{ source_bundles(first: 50, project: "p7") { nodes { ${SOURCE_PAGE} } } }`),
  call('schema report, first 50', `{ sbs_schemas(first: 50) { nodes { ${SCHEMA_PAGE} } } }`),
];

const goals = createGoals();
const work = await startWorkDatabase('usage');
try {
  const names = Array.from({ length: sources }, (_, index) => `source_${String(index).padStart(4, '0')}`);
  const columns = Array.from({ length: 20 }, (_, column) => {
    const name = `c${column}`;
    return { name, header: name, type: { kind: 'string' as const }, nullable: true };
  });
  const account = await buildAccount(work.database, {
    sources: names.map((name, index) =>
      buildSource(name, {
        project: `p${index % projects}`,
        tables: Array.from({ length: tables }, (_, table) => ({
          name: `${name}_${table}`,
          schema: { columns, rest: false },
          keepsLineNumbers: false,
        })),
      }),
    ),
  });
  const email = 'bench@test.test';
  await addPerson(work.database, { email, roles: { [account.accountId]: ['viewer'] } });
  const fill = (statement: string, values: readonly unknown[]) =>
    work.pool.query(statement, [account.accountId, ...values]);
  await fill(
    `insert into download_declaration (account_id, name, project, connector, scheduled_through)
     select $1, name, 'p' || (n - 1) % $3::int, 'http', now() from unnest($2::text[]) with ordinality as s (name, n)`,
    [names, projects],
  );
  const purposes = `unnest(array['production', 'backfill', 'proof']) as purpose`;
  await fill(
    `insert into volume_month select $1, month::date, 'p' || p, purpose, 1000000 + p, 90000000, 1000, 90000
     from generate_series(date_trunc('month', now()) - make_interval(months => $2::int), now(), interval '1 month') month
     cross join generate_series(0, $3::int - 1) p cross join ${purposes}`,
    [months, projects],
  );
  await fill(
    `insert into volume_day select $1, current_date - d, 'p' || p, purpose, 30000 + p, 3000000, 30, 3000
     from generate_series(0, $2::int * 30) d cross join generate_series(0, $3::int - 1) p cross join ${purposes}`,
    [months, projects],
  );
  await fill(
    `insert into table_volume_day select $1, name, current_date - d, name || '_' || t, purpose, 30000 + t, 3000000, 30, 3000
     from unnest($2::text[]) name cross join generate_series(0, 180) d cross join generate_series(0, $3::int - 1) t
     cross join ${purposes}`,
    [names, tables],
  );
  await work.pool.query('vacuum (analyze) volume_month, volume_day, table_volume_day, download_declaration');
  const api = await startApi(work.url);
  try {
    const asker = { url: api.url, token: await api.token(email), account: account.urlName };
    for (const asked of CALLS) {
      const [figures] = await measureCalls([{ asker, call: asked }], rounds);
      const { p50 = Number.NaN, p95 = Number.NaN } = figures ?? {};
      console.log(
        `${asked.name.padEnd(32)} p50 ${p50.toFixed(1).padStart(6)} ms  p95 ${p95.toFixed(1).padStart(6)} ms`,
      );
      goals.check(p95 < LIMIT_MS, `${asked.name}: p95 under ${LIMIT_MS} ms`);
    }
    console.log(load());
  } finally {
    await api.stop();
  }
} finally {
  await work.stop();
}
goals.end();
