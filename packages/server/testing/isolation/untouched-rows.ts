import type { Client } from 'pg';
import { expect } from 'vitest';
import { digestsOf } from './ids-of.ts';
import { type Owner, watchRows } from './watch-rows.ts';

/**
 * Returns an assertion that each row of the account and its person, besides the audit log, is as it was.
 * @param client a superuser's connection
 */
export async function untouchedRows(client: Client, owner: Owner): Promise<() => Promise<void>> {
  const watch = await watchRows(client, owner);
  let seen = await watch.versions();
  const before = await digestsOf(client, owner);
  return async () => {
    const versions = await watch.versions();
    if (JSON.stringify(versions) === JSON.stringify(seen)) return;
    // Rows that were written alike count as untouched.
    expect(await digestsOf(client, owner)).toEqual(before);
    seen = versions;
  };
}
