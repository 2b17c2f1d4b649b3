import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ChainHead, VerifiedChain } from '@switchboard/server';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT, UsageError } from '../exit.ts';

const LINE = /^([0-9a-f-]{36}) (\d+) ([0-9a-f]{64})(?: .*)?$/;

const PROBLEMS: Readonly<Record<NonNullable<VerifiedChain['problem']>['kind'], string>> = {
  missing: 'is missing',
  changed: 'was changed',
  unlinked: 'does not follow the entry before it',
  unsealed: 'has no place in the chain',
};

/** Verifies the audit log of the installation of the settings. */
export async function verifyCommand(
  { heads }: { readonly heads: string | null },
  parts: CommandParts,
): Promise<number> {
  const { findRunningDatabase, openDatabase, readSettings, verifyChains } = await import('@switchboard/server');
  const { out, err } = parts.terminal;
  const kept = heads === null ? new Map<string, ChainHead>() : await readHeads(resolve(parts.cwd, heads));
  const database = openDatabase({
    url: findRunningDatabase(readSettings(parts.env, parts.cwd)),
    connections: 1,
    applicationName: 'switchboard audit',
  });
  let isWhole = true;
  try {
    for await (const { chain, urlName, head, problem } of verifyChains(database, kept)) {
      const name = urlName ?? '(no account)';
      if (head !== null) out.write(`${chain} ${head.sequence} ${head.hash} ${name}\n`);
      if (problem === null) continue;
      isWhole = false;
      const entry = problem.sequence === null ? 'An entry' : `Entry ${problem.sequence}`;
      err.write(`${entry} of ${name} ${PROBLEMS[problem.kind]}.\n`);
    }
  } finally {
    await database.close();
  }
  if (!isWhole) err.write('The audit log was changed. Compare it with a backup or with what it was streamed to.\n');
  return isWhole ? EXIT.ok : EXIT.failed;
}

/** @throws UsageError for a file that is not the output of a verification */
async function readHeads(path: string): Promise<ReadonlyMap<string, ChainHead>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${path} cannot be read.`);
  });
  const heads = new Map<string, ChainHead>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, chain, sequence, hash] = LINE.exec(line.trim()) ?? [];
    if (chain === undefined || hash === undefined)
      throw new UsageError(`Line ${at + 1} of ${path} was not written by "switchboard audit verify".`);
    heads.set(chain, { sequence: Number(sequence), hash });
  }
  return heads;
}
