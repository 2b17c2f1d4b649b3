import { LIMITS } from '@switchboard/model/limits';
import { expect, it } from 'vitest';
import { useAccount, usePerson } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { changeFiles } from './change-draft.ts';
import { createDraft, storedFiles } from './stored-changelist.ts';

const { database } = useDatabase();
const account = useAccount({ database });
const person = usePerson({ database });

it('changes nothing of a draft that would have more bytes than it may, also when the transaction goes on', async () => {
  const { accountId } = account;
  const actor = { id: person.id, name: 'Ann' };
  const files = [
    { path: 'a.sbs', text: '// A' },
    { path: 'b.sbs', text: '// B' },
  ];
  await account.inAccount(async (tx) => {
    const draft = await createDraft(tx, { accountId, description: 'Draft', files, personId: actor.id });
    const ref = { accountId, changelistId: draft.changelistId };
    const before = await storedFiles(tx, accountId, draft.changelistId);
    const text = 'x'.repeat(LIMITS.scriptFileBytes);
    const count = LIMITS.scriptBytes / LIMITS.scriptFileBytes;
    // As many as fit, were the other file not there.
    const others = Array.from({ length: count - 1 }, (_, index) => ({ path: `${index}.sbs`, text }));
    const refused = await changeFiles(tx, ref, [{ path: 'a.sbs', text }, ...others], actor);
    expect(refused).toMatchObject({ kind: 'refused', reason: expect.stringContaining('bytes at most') as unknown });
    expect(await storedFiles(tx, accountId, draft.changelistId)).toEqual(before);
    expect(await changeFiles(tx, ref, [{ path: 'a.sbs', text: '// Fits' }], actor)).toBeNull();
  });
});
