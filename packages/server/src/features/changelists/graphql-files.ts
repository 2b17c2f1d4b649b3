import { LIMITS } from '@switchboard/model/limits';
import { optional } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { from, id, int, nullable, string, strings } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { credentialRef } from '../keys/graphql-credential.ts';
import { credentialsNamed } from '../keys/queries.ts';
import { changelistRef } from './graphql-changelist.ts';
import { compilationOf, resultRef } from './graphql-compilation.ts';
import { type FileRow, type FlowSummary, flowSummaries, listFiles, openFiles } from './queries.ts';

export const fileRef = builder.objectRef<FileRow>('File');
const summaryRef = builder.objectRef<FlowSummary>('FlowSummary');

const SUMMARIES: LoaderDefinition<readonly FlowSummary[]> = { batch: flowSummaries };

/** @throws RequestError BAD_REQUEST */
export function readOpenedPaths(name: string, paths: readonly string[] | null | undefined): readonly string[] {
  const wanted = [...new Set(paths ?? [])];
  if (wanted.length > LIMITS.openedFiles) throw badRequest(`${name} can have ${LIMITS.openedFiles} paths at most.`);
  // PostgreSQL has no NUL character, so that no path has it.
  return wanted.filter((path) => !path.includes('\0'));
}

/** The parts of a changelist that the editor opens: files, compilation, keys and flows. */
export function defineFiles(): void {
  defineObject(fileRef, {
    description: 'A file of a changelist.',
    authScopes: VIEW,
    columns: {
      id: id('Id of the file; it stays when the file is changed, moved or branched.'),
      path: string('Path, unique in the changelist.'),
      hash: from('sha256', string('SHA-256 of the content, in hexadecimal.')),
      text: nullable(string('The content; null unless the file was asked for by its path.')),
    },
  });
  defineObject(summaryRef, {
    description: 'The flows of a changelist for one purpose.',
    authScopes: VIEW,
    columns: {
      purpose: string('production, backfill or proof.'),
      unfinished: int('Flows that have not ended.'),
      succeeded: int('Flows that succeeded.'),
      failed: int('Flows that failed.'),
      dirty_rows_all: int('Flows with an input of which all rows are dirty.'),
      dirty_rows_some: int('Flows with an input of which some rows are dirty, and none of which all are.'),
    },
  });
  builder.objectFields(changelistRef, (t) => ({
    files: t.field({
      type: [fileRef],
      description: 'Its files, sorted by path: all of them without contents, or those at opened_paths with contents.',
      args: optional({
        first: int(`Files from the start: ${LIMITS.changelistFiles} by default and at most.`),
        opened_paths: strings(`Paths of files to open: ${LIMITS.openedFiles} at most.`),
      }),
      resolve: (row, args, context) => {
        const first = args.first ?? LIMITS.changelistFiles;
        if (first < 1) throw badRequest('first must be 1 or more.');
        const limit = Math.min(first, LIMITS.changelistFiles);
        const opened = args.opened_paths == null ? null : readOpenedPaths('opened_paths', args.opened_paths);
        return inAccount(context, async (tx, accountId) => {
          if (opened === null) return [...(await listFiles(tx, accountId, row.id, limit))];
          return (await openFiles(tx, accountId, row.id, opened)).slice(0, limit);
        });
      },
    }),
    compilation_result: t.field({
      type: resultRef,
      description: 'Current report of the compiler about it.',
      resolve: (row, _args, context) => compilationOf(context, row.id),
    }),
    credentials: t.field({
      type: [credentialRef],
      description: 'The keys that its downloads and uploads name, sorted by name.',
      resolve: async (row, _args, context) => {
        const { declarations } = await compilationOf(context, row.id);
        const names = new Set(declarations.flatMap(({ key_name: name }) => (name === null ? [] : [name])));
        return inAccount(context, async (tx, accountId) => [...(await credentialsNamed(tx, accountId, [...names]))]);
      },
    }),
    flow_summary: t.field({
      type: [summaryRef],
      description: 'The flows that run or ran it, by purpose; purposes without flows are absent.',
      resolve: async (row, _args, context) => [...((await load(context, SUMMARIES, row.id)) ?? [])],
    }),
  }));
}
