import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDownload, addPart } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { publishText } from '../../../testing/publish-text.ts';
import { recordVolume } from '../../pipeline/downloads/complete-download.ts';

const AN_ID: unknown = expect.any(String);

const server = useGraphqlServer();
const account = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const TODAY = new Date().toISOString().slice(0, 10);

const SCRIPT = `
  download ads from { type: "http"; url: "https://ads.example/{YYYY-MM-DD}"; format: "csv"; timezone: "Europe/Berlin";
    hour_of_day: [6, 18]; day_of_week: ["monday", "friday"]; repull_days: [1, 7]; }
    using { site: string not null; clicks: integer; };
  download sites from { type: "file"; path: "sites"; pattern: "*.csv"; format: "csv"; timezone: "UTC"; delay_hours: 3; }
    using { site: string; };
  download spends from { type: "http"; url: "https://ads.example/spends"; format: "csv"; timezone: "UTC"; period_hours: 6; }
    using { site: string; };
  upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; };`;

type Nodes<Node> = { readonly nodes: readonly Node[] };

beforeAll(() => publishText(server.database, account, SCRIPT, Date.now()));

async function complete(values: Readonly<Record<string, string | null>>, rows: number, table = 'ads'): Promise<void> {
  const { accountId } = account;
  const unitId = await addDownload(server.database, account, {
    status: 'completed',
    row_count: rows,
    bytes: rows * 10,
    finished: `${TODAY}T00:00:00Z`,
    ...values,
  });
  await addPart(server.database, account, unitId, { name: table, row_count: rows, bytes: rows * 10 });
  await account.inAccount((tx) => recordVolume(tx, { accountId, unitId }));
}

describe('the source report', () => {
  const VOLUME = 'production { rows bytes } refill { rows bytes } backfill { rows bytes } proof { rows bytes }';
  const volumes = async () =>
    (
      await viewer.data<{ source_bundles: Nodes<{ bundle_name: string; tables: readonly { volume: unknown }[] }> }>(
        `{ source_bundles { nodes { bundle_name tables { volume { ${VOLUME} } } } } }`,
      )
    ).source_bundles.nodes.map(({ bundle_name: name, tables }) => [name, tables[0]?.volume]);
  const amount = (rows: number) => ({ rows, bytes: rows * 10 });
  const none = { production: amount(0), refill: amount(0), backfill: amount(0), proof: amount(0) };

  test('shows the rows and bytes of the last 30 days, refills apart', {
    tags: ['spec:source-bundle', 'spec:source-payload'],
  }, async () => {
    await complete({ report_date: '2026-01-01' }, 100);
    await complete({ report_date: '2026-01-01' }, 30);
    await complete({ report_date: '2026-01-02', finished: `${addDays(TODAY, -29)}T00:00:00Z` }, 5);
    await complete({ report_date: '2026-01-03', finished: `${addDays(TODAY, -30)}T00:00:00Z` }, 5000);
    await complete({ report_date: '2026-01-01', purpose: 'backfill' }, 7);
    await complete({ report_date: '2026-01-01', purpose: 'proof' }, 3);
    await complete({ source: 'sites', report_date: null, purpose: 'proof' }, 2, 'sites');
    expect(await volumes()).toEqual([
      ['ads', { production: amount(105), refill: amount(30), backfill: amount(7), proof: amount(3) }],
      ['sites', { ...none, proof: amount(2) }],
      ['spends', none],
    ]);
  });

  test('shows schedules as the script gives them', { tags: 'spec:source-report' }, async () => {
    const { source_bundles: found } = await viewer.data<{ source_bundles: Nodes<{ scheduling: unknown }> }>(
      `{ source_bundles { nodes { scheduling { period_hours hour_of_day day_of_week day_of_month delay_hours timezone
        repull_days } } } }`,
    );
    const unset = {
      period_hours: null,
      hour_of_day: [],
      day_of_week: [],
      day_of_month: [],
      delay_hours: null,
      timezone: 'UTC',
      repull_days: [],
    };
    expect(found.nodes.map(({ scheduling }) => scheduling)).toEqual([
      {
        ...unset,
        hour_of_day: [6, 18],
        day_of_week: ['monday', 'friday'],
        timezone: 'Europe/Berlin',
        repull_days: [1, 7],
      },
      { ...unset, delay_hours: 3 },
      { ...unset, period_hours: 6 },
    ]);
  });

  test('leads from a table to the uploads that read it', { tags: 'spec:export-declaration' }, async () => {
    const { source_bundles: found } = await viewer.data<{ source_bundles: Nodes<unknown> }>(
      `{ source_bundles(importName: "ads") { nodes { tables { path line exports { name declaration {
        id export_type status destination descriptor { truncate project dataset table } } } } } } }`,
    );
    expect(found.nodes).toEqual([
      {
        tables: [
          {
            path: 'a.sbs',
            line: 2,
            exports: [
              {
                name: 'ads',
                declaration: {
                  id: AN_ID,
                  export_type: 'file',
                  status: 'active',
                  destination: 'file · ads/{YYYY-MM-DD}.csv',
                  descriptor: { truncate: false, project: null, dataset: null, table: null },
                },
              },
            ],
          },
        ],
      },
    ]);
  });
});

describe('the schema report', () => {
  const names = async (args: string) =>
    (
      await viewer.data<{ sbs_schemas: Nodes<{ bundle_name: string }> }>(
        `{ sbs_schemas${args} { nodes { bundle_name } } }`,
      )
    ).sbs_schemas.nodes.map(({ bundle_name: name }) => name);

  test('lists suspended imports only when asked', {
    tags: ['spec:schema-suspended', 'spec:report-calls'],
  }, async () => {
    await account.rows(sql`update download_declaration set status = 'suspended' where name = 'spends' returning id`);
    expect(await names('')).toEqual(['ads', 'sites']);
    expect(await names('(include_suspended: true)')).toEqual(['ads', 'sites', 'spends']);
    expect(await names('(include_suspended: true, importName: "spends")')).toEqual(['spends']);
    expect(await names('(project: "nothing")')).toEqual([]);
  });

  test('shows which files an import takes, and its fields', {
    tags: ['spec:schema-report', 'spec:report-calls'],
  }, async () => {
    const text = `{ sbs_schema(name: "sites") { bundle_name import_type network pattern regex
      tables { name schema { name type } } } other: sbs_schema(name: "unknown") { id } }`;
    expect(await viewer.data(text)).toEqual({
      sbs_schema: {
        bundle_name: 'sites',
        import_type: 'file',
        network: null,
        pattern: '*.csv',
        regex: null,
        tables: [{ name: 'sites', schema: [{ name: 'site', type: 'string' }] }],
      },
      other: null,
    });
  });
});
