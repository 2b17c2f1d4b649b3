import { expect, test } from 'vitest';
import { createDatabase } from '../../testing/database.ts';
import { canSignIn } from '../../testing/people.ts';
import { openDatabase } from '../db/database.ts';
import { createFirstOwner } from './first-owner.ts';

const EMAIL = 'owner@first.test';

test('four processes that first start together create one owner, and the others go on', async () => {
  const { url, drop } = await createDatabase();
  const processes = Array.from({ length: 4 }, () => openDatabase({ url }));
  try {
    const owners = await Promise.all(processes.map((database) => createFirstOwner(database, EMAIL, true)));
    const created = owners.filter((owner) => owner !== null);
    expect(created).toEqual([{ email: EMAIL, password: expect.stringMatching(/^[\w-]{16}$/) as string }]);
    const [database] = processes;
    if (database === undefined) throw new Error('No process was started.');
    expect(await canSignIn(database, EMAIL, created[0]?.password ?? '')).toBe(true);
    expect(await createFirstOwner(database, EMAIL, true)).toBeNull();
  } finally {
    await Promise.all(processes.map((database) => database.close()));
    await drop();
  }
});
