import { createServer } from 'node:http';
import { addKey } from '@switchboard/server/add-key';
import { openDatabase } from '@switchboard/server/database';
import { loadOwnMasterKey } from '@switchboard/server/master-key';
import { publishScript } from '@switchboard/server/publish';
import { createVault } from '@switchboard/server/vault';
import pg from 'pg';

const ROWS = 1_000;
export const SITES = 40;
export const SOURCES = 10;
export const WAREHOUSE = 'budget_warehouse';

/** A server of one report of 1,000 rows, for any date. */
export async function startReports(): Promise<{ readonly url: string; close(): void }> {
  const lines = Array.from(
    { length: ROWS },
    (_, row) => `2026-01-02,site-${row % SITES},device-${row % 3},${(row * 7) % 900},${((row * 13) % 9000) / 100}`,
  );
  const body = `day,site,device,clicks,cost\n${lines.join('\n')}\n`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': Buffer.byteLength(body) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () => void server.close(),
  };
}

const chain = (index: number, source: string): string => `
download ads_${index} from {
  type: "http"; url: "${source}/ads_${index}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; delay_hours: 0; lookback_days: 1;
} using { day: date not null; site: string not null; device: string; clicks: integer; cost: decimal(18, 2); };
table by_site_${index} is select day, site, sum(clicks) as clicks, sum(cost) as cost from ads_${index};
upload by_site_${index} to { type: "postgres"; key: "warehouse"; table: "by_site_${index}"; mode: "replace_date"; };
`;

type Place = { readonly url: string; readonly folder: string; readonly source: string };

/** Makes the warehouse that all accounts deliver to. */
export async function createWarehouse(client: pg.Client): Promise<void> {
  await client.query(`create role ${WAREHOUSE} login password '${WAREHOUSE}'`);
  await client.query(`create database ${WAREHOUSE} owner ${WAREHOUSE}`);
}

/** An account whose sources are due only when they are made so. Returns its id. */
export async function publishChains({ url, folder, source }: Place, name: string): Promise<string> {
  const database = openDatabase({ url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const made = await client.query<{ id: string }>(
      'insert into account (url_name, name) values ($1, $1) returning id',
      [name],
    );
    const accountId = made.rows[0]?.id ?? '';
    const { hostname, port } = new URL(url);
    const properties = {
      dialect: 'postgresql',
      host: hostname,
      port: Number(port),
      user: WAREHOUSE,
      db_name: WAREHOUSE,
    };
    await database.withAccount(accountId, async (tx) => {
      const vault = createVault(loadOwnMasterKey(folder));
      const key = { name: 'warehouse', type: 'sql', properties, secrets: { password: WAREHOUSE } };
      await addKey(tx, vault, accountId, key);
      const text = Array.from({ length: SOURCES }, (_, index) => chain(index, source)).join('');
      const input = { accountId, description: 'Tiny chains', files: [{ path: 'a.sbs', text }], personId: null };
      // Published as if days ahead, so that nothing is due yet.
      const published = await publishScript(tx, { ...input, now: Date.now() + 3 * 86_400_000 });
      const mistake = published.messages.find(({ type }) => type === 'error');
      if (mistake) throw new Error(mistake.message);
    });
    return accountId;
  } finally {
    await client.end();
    await database.close();
  }
}
