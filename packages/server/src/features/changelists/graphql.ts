import { LIMITS } from '@switchboard/model/limits';
import { defineQueryById, readAccountPage } from '../../graphql/account-fields.ts';
import { optional } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { inAccount } from '../../graphql/context.ts';
import { load } from '../../graphql/loaders.ts';
import { readPage } from '../../graphql/paging.ts';
import { defineDiff } from './diff/graphql-diff.ts';
import { defineCatalog } from './graphql-catalog.ts';
import { CHANGELIST, changelistRef } from './graphql-changelist.ts';
import { defineDraftChanges } from './graphql-changes.ts';
import { defineCompilation } from './graphql-compilation.ts';
import { defineFiles } from './graphql-files.ts';
import { defineRefusals } from './graphql-refusals.ts';
import { defineMerge } from './merge/graphql-merge.ts';
import { listDrafts, listHistory } from './queries.ts';
import { runningChangelist } from './stored-changelist.ts';

const PAGE_SIZE = LIMITS.draftPageSize;

/** Changelists: their lists, contents, comparison and changes. */
export function defineDrafts(): void {
  defineCompilation();
  defineFiles();
  defineRefusals();
  defineDiff();
  defineDraftChanges();
  defineMerge();
  defineCatalog();
  const connection = defineConnection('Changelist', changelistRef, VIEW);
  defineQueryById('changelist', changelistRef, CHANGELIST, { authScopes: VIEW });
  builder.queryField('published_changelist', (t) =>
    t.field({
      type: changelistRef,
      nullable: true,
      authScopes: VIEW,
      description: 'The published version of the script; null when none is published.',
      resolve: async (_root, _args, context) => {
        const id = (await inAccount(context, runningChangelist))?.id ?? null;
        return id === null ? null : load(context, CHANGELIST, id);
      },
    }),
  );
  builder.queryField('drafts', (t) =>
    t.field({
      type: connection,
      authScopes: VIEW,
      description: 'Drafts of the account, the last changed first.',
      args: {
        ...pageArguments(PAGE_SIZE),
        ...optional({ archived: boolean('Whether to list archived drafts instead of the active ones.') }),
      },
      resolve: (_root, { archived, ...args }, context) => {
        const isArchived = archived ?? false;
        const page = readPage(args, { order: `drafts ${isArchived}`, size: PAGE_SIZE });
        return readAccountPage(context, page, (tx, accountId) => listDrafts(tx, accountId, page, isArchived));
      },
    }),
  );
  builder.queryField('history', (t) =>
    t.field({
      type: connection,
      authScopes: VIEW,
      description: 'The published version and those that it replaced, the newest first.',
      args: pageArguments(PAGE_SIZE),
      resolve: (_root, args, context) =>
        readAccountPage(context, readPage(args, { order: 'history', size: PAGE_SIZE }), listHistory),
    }),
  );
}
