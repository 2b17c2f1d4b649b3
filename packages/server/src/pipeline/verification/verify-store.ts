import { createHash } from 'node:crypto';
import { bytesOf, type FileStore, keyOf, sha256Of } from '@switchboard/engine';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { OBJECT_OWNERS, type ObjectOwner, readOwnerRows } from './ledger-objects.ts';

const PAGE = 200;

/** How an object of the store differs from what the ledger says of it. */
export type ObjectProblem = {
  readonly kind: 'missing' | 'other_length' | 'other_content';
  /** The account's name in addresses. */
  readonly account: string;
  readonly owner: ObjectOwner;
  /** Id of the row that names the object, and the name of its declaration. */
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly detail: string;
};

/** Counts of the objects that were verified up to the cursor. */
export type VerifiedPage = {
  readonly cursor: string;
  readonly objects: number;
  readonly bytes: number;
  readonly problems: readonly ObjectProblem[];
};

export type VerifyOptions = {
  readonly database: Database;
  readonly store: FileStore;
  /** The account's name in addresses; null for all accounts. */
  readonly account: string | null;
  /** Where an earlier verification ended; null: from the beginning. */
  readonly from: string | null;
  /** Reads every object and compares its SHA-256. */
  readonly content: boolean;
};

type Position = { readonly account: string; readonly owner: ObjectOwner; readonly after: string };

/** The place that a cursor names. Null for a text that is none. */
export function readCursor(text: string): Position | null {
  const [, account = '', owner = '', after = ''] = /^([a-z0-9-]+):([a-z_]+):(.*)$/s.exec(text) ?? [];
  const known = OBJECT_OWNERS.find((each) => each === owner);
  if (known === undefined || (known !== 'kept_table' && !/^([0-9a-f-]{36})?$/.test(after))) return null;
  return { account, owner: known, after };
}

/**
 * Compares the ledger with the store, page by page: that each object exists, with its length, and with `content` its SHA-256. It
 * changes nothing, and holds one page in memory.
 * @throws Error when there is no such account
 */
export async function* verifyStore(options: VerifyOptions): AsyncGenerator<VerifiedPage> {
  const { database, account } = options;
  const start = options.from === null ? null : readCursor(options.from);
  let done = start?.account ?? '';
  let isFound = account === null;
  for (let isFirst = start !== null; ; isFirst = false) {
    const { rows } = await database.withSystem((tx) =>
      sql<{ id: string; url_name: string }>`
        select id, url_name from account
        where erasure_started is null and (url_name > ${done} or (${isFirst} and url_name = ${done}))
          and (${account}::text is null or url_name = ${account})
        order by url_name limit 1`.execute(tx),
    );
    const [next] = rows;
    if (next === undefined && !isFound)
      throw new Error(`There is no account ${account} to verify${start === null ? '' : ' from the cursor on'}.`);
    if (next === undefined) return;
    isFound = true;
    const from = isFirst && start?.account === next.url_name ? start : null;
    yield* verifyAccount(options, next, from);
    done = next.url_name;
  }
}

async function* verifyAccount(
  options: VerifyOptions,
  { id: accountId, url_name: account }: { readonly id: string; readonly url_name: string },
  from: Position | null,
): AsyncGenerator<VerifiedPage> {
  const owners = from === null ? OBJECT_OWNERS : OBJECT_OWNERS.slice(OBJECT_OWNERS.indexOf(from.owner));
  for (const owner of owners) {
    let after = from?.owner === owner ? from.after : '';
    for (;;) {
      const rows = await options.database.withSystem((tx) => readOwnerRows(tx, owner, accountId, after, PAGE));
      const last = rows.at(-1);
      if (last === undefined) break;
      let [objects, bytes] = [0, 0];
      const problems: ObjectProblem[] = [];
      for (const { id, name, references } of rows)
        for (const reference of references) {
          objects += 1;
          bytes += bytesOf(reference) ?? 0;
          const found = await compareObject(options, reference);
          if (found === null || (await isNamedNoMore(options, accountId, owner, id, after, reference))) continue;
          problems.push({ ...found, account, owner, id, name, key: keyOf(reference) });
        }
      after = last.id;
      yield { cursor: `${account}:${owner}:${after}`, objects, bytes, problems };
    }
  }
}

type Difference = Pick<ObjectProblem, 'kind' | 'detail'>;

/** Null for an object that is what its reference says. @throws PipelineError when the store does not answer */
export async function compareObject(
  { store, content }: Pick<VerifyOptions, 'store' | 'content'>,
  reference: string,
): Promise<Difference | null> {
  const found = await store.head(reference);
  const bytes = bytesOf(reference);
  if (found === null) return { kind: 'missing', detail: 'The store has no such object.' };
  if (bytes !== null && found.bytes !== bytes)
    return { kind: 'other_length', detail: `The store has ${found.bytes} bytes, the ledger ${bytes}.` };
  const expected = sha256Of(reference);
  if (!content || expected === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of await store.open(keyOf(reference))) hash.update(chunk as Buffer);
  const sha256 = hash.digest('hex');
  return sha256 === expected
    ? null
    : { kind: 'other_content', detail: `The store has content of SHA-256 ${sha256}, the ledger ${expected}.` };
}

/** Whether the row was pruned, or made again, since it was read. */
async function isNamedNoMore(
  { database }: VerifyOptions,
  accountId: string,
  owner: ObjectOwner,
  id: string,
  after: string,
  reference: string,
): Promise<boolean> {
  const rows = await database.withSystem((tx) => readOwnerRows(tx, owner, accountId, after, PAGE));
  return !rows.some((row) => row.id === id && row.references.includes(reference));
}
