import { createHash } from 'node:crypto';
import { type Compilation, compile } from '@switchboard/language';
import { LRUCache } from 'lru-cache';
import type { Database, Tx } from '../../db/database.ts';
import { catalogOf, filesOfChangelist } from '../../pipeline/state/stored-script.ts';
import type { StoredFile } from './file-changes.ts';
import { storedFiles } from './stored-changelist.ts';

export type CompilationResult = Pick<Compilation, 'messages' | 'declarations'>;

/** Compiles the stored files of a changelist with the keys of its account. */
export async function compileStored(tx: Tx, accountId: string, changelistId: string): Promise<Compilation> {
  return compile(await filesOfChangelist(tx, accountId, changelistId), await catalogOf(tx, accountId));
}

/** Compiles changelists of an account, and keeps the newest results: the same files with the same keys give the same. */
export type CompileChangelist = (accountId: string, changelistId: string) => Promise<CompilationResult>;

const KEPT = 16;

export function createCompiler({ database }: { readonly database: Database }): CompileChangelist {
  const results = new LRUCache<string, CompilationResult>({ max: KEPT });
  return (accountId, changelistId) =>
    database.withAccount(accountId, async (tx) => {
      const stored = await storedFiles(tx, accountId, changelistId);
      const catalog = await catalogOf(tx, accountId);
      const key = keyOf(accountId, stored, catalog.keys);
      const known = results.get(key);
      if (known) return known;
      const { messages, declarations } = compile(await filesOfChangelist(tx, accountId, changelistId), catalog);
      const result = { messages, declarations };
      results.set(key, result);
      return result;
    });
}

function keyOf(accountId: string, files: readonly StoredFile[], keys: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify([accountId, keys]));
  for (const { path, sha256 } of files) hash.update(JSON.stringify([path, sha256]));
  return hash.digest('hex');
}
