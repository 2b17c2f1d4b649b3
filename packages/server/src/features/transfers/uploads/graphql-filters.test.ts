import { beforeAll, describe, expect, test } from 'vitest';
import { addFlow, addUpload } from '../../../../testing/fill-account.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../../testing/hooks/use-database.ts';
import { nodesOf, plansOf } from '../../../../testing/recorded-database.ts';
import type { Tx } from '../../../db/database.ts';
import { type UploadFilterArguments, uploadFilter } from './graphql-filters.ts';
import { listUploads } from './queries.ts';

const { database, url } = useDatabase({ own: true });
const account = useAccount({ database });
const PAGE = { size: 20, backward: false, from: null, order: 'x' } as const;

beforeAll(async () => {
  for (const destination of ['xy', 'x', 'xyz', 'a long one']) {
    const flow = await addFlow(database, account);
    await addUpload(database, account, flow, { name: `to ${destination}`, destination });
  }
});
const list = (args: UploadFilterArguments) => async (tx: Tx) =>
  listUploads(
    tx,
    account.accountId,
    await uploadFilter(tx, account.accountId, args),
    { column: 'CREATED', direction: 'ASC' },
    PAGE,
  );

/** Whether the function that searches the texts of all rows was called. */
async function searches(args: UploadFilterArguments): Promise<boolean> {
  const plans = await plansOf(url, account.accountId, list(args));
  return plans.flatMap(nodesOf).some((node) => node['Function Name'] === 'search_upload');
}

describe('uploads to a destination that no declaration has', () => {
  test.each<[UploadFilterArguments, string[]]>([
    [{ destination: ['x'] }, ['to x']],
    [{ destination: ['x', 'xyz'] }, ['to x', 'to xyz']],
    [{ destination: ['a long one'] }, ['to a long one']],
    [{ destination: ['x', 'xy'], search: 'y' }, ['to xy']],
    [{ destination: ['xy'], search: 'to xy' }, ['to xy']],
    [{ destination: ['x'], search: 'xyz' }, []],
  ])('%j are found', async (args, names) => {
    const found = await account.inAccount(list(args));
    expect(found.map(({ row }) => row.name)).toEqual(names);
  });

  test('a destination of one or two characters is searched among the newest rows, since no index holds it', async () => {
    expect(await searches({ destination: ['xyz'] })).toBe(true);
    expect(await searches({ destination: ['x'] })).toBe(false);
    expect(await searches({ destination: ['xyz', 'xy'] })).toBe(false);
    expect(await searches({ destination: ['  x  '] })).toBe(false);
  });
});
