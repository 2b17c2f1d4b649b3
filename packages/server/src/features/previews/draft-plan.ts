import { createHash } from 'node:crypto';
import { compile, type Message } from '@switchboard/language';
import { fullNumber } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';
import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tx } from '../../db/database.ts';
import { catalogOf, filesOfChangelist } from '../../pipeline/state/stored-script.ts';
import { applyFileChanges, type FileChange } from '../changelists/file-changes.ts';
import { type ScriptFile, storedFiles } from '../changelists/stored-changelist.ts';

/** A script as it stands in an editor: a changelist with changes that are not saved. */
export type EditedScript = {
  readonly accountId: string;
  readonly changelistId: string;
  /** The version of the changelist that the changes are based on; null without changes. */
  readonly version: number | null;
  readonly files: readonly FileChange[];
};

/** Why a script has no plan. */
export type NoPlan =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'errors'; readonly messages: readonly Message[] }
  /** The changelist was saved since, or a change of a file is invalid. */
  | { readonly kind: 'stale' | 'invalid'; readonly message: string };

export type CompiledScript = { readonly kind: 'compiled'; readonly plan: Plan };

/** Compiles a script as it stands in an editor. Nothing is saved. */
export type CompileScript = (tx: Tx, script: EditedScript) => Promise<CompiledScript | NoPlan>;

/** Plans may be megabytes long; one draft is asked about again and again. */
const KEPT = 4;
const STALE = 'The draft was saved by somebody else since you opened it. Take over what was saved, then try again.';

export function createScriptCompiler(): CompileScript {
  const known = new LRUCache<string, CompiledScript | NoPlan>({ max: KEPT });
  return async (tx, script) => {
    const { accountId, changelistId } = script;
    const found = await sql<{ version: number }>`
      select version from changelist where account_id = ${accountId} and id = ${changelistId}
    `.execute(tx);
    const [row] = found.rows;
    if (!row) return { kind: 'not_found' };
    if (script.version !== null && script.version !== row.version) return { kind: 'stale', message: STALE };
    const catalog = await catalogOf(tx, accountId);
    const stored = await storedFiles(tx, accountId, changelistId);
    const key = createHash('sha256')
      .update(JSON.stringify([accountId, catalog.keys, stored, script.files]))
      .digest('hex');
    const before = known.get(key);
    if (before) return before;
    const files = await editedFiles(tx, script);
    if (files.kind !== 'files') return files;
    const { plan, messages } = compile(files.files, catalog);
    const result: CompiledScript | NoPlan = plan ? { kind: 'compiled', plan } : { kind: 'errors', messages };
    known.set(key, result);
    return result;
  };
}

type EditedFiles = { readonly kind: 'files'; readonly files: readonly ScriptFile[] };

/** The files of a changelist with the changes. */
async function editedFiles(
  tx: Tx,
  { accountId, changelistId, files: changes }: EditedScript,
): Promise<EditedFiles | Extract<NoPlan, { kind: 'stale' | 'invalid' }>> {
  const stored = await storedFiles(tx, accountId, changelistId);
  const applied = applyFileChanges(stored, changes);
  if (applied.kind === 'refused') return { kind: 'invalid', message: applied.reason };
  const saved = new Map((await filesOfChangelist(tx, accountId, changelistId)).map(({ path, text }) => [path, text]));
  const byHash = new Map(stored.map(({ path, sha256 }) => [sha256, saved.get(path) ?? '']));
  const removed = new Set(applied.removed);
  const texts = new Map<string, string>();
  for (const { path, id } of stored) if (!removed.has(id)) texts.set(path, saved.get(path) ?? '');
  for (const file of applied.written)
    texts.set(file.path, 'text' in file ? file.text : (byHash.get(file.sha256) ?? ''));
  const files = [...texts]
    .map(([path, text]) => ({ path, text }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > LIMITS.scriptBytes) {
    const most = fullNumber(LIMITS.scriptBytes);
    return { kind: 'invalid', message: `The files of a draft can have ${most} bytes at most.` };
  }
  return { kind: 'files', files };
}
