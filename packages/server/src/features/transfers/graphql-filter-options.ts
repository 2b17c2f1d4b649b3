import { type Builder, builder } from '../../graphql/builder.ts';
import { inAccount } from '../../graphql/context.ts';
import { type FilterOptions, filterOptions } from './queries-filter-options.ts';

const filterOptionsRef = builder.objectRef<FilterOptions>('FilterOptions');
const VIEW = { permission: 'view' } as const;

/** What the lists' filters offer. */
export function defineFilterOptions(builder: Builder): void {
  filterOptionsRef.implement({
    description: 'Names to choose from in a filter: newest declarations first, at most 1000.',
    authScopes: VIEW,
    fields: (t) => ({
      projects: t.stringList({ description: 'Of sources and uploads.', resolve: (row) => [...row.projects] }),
      download_names: t.stringList({
        description: 'Sources and their tables.',
        resolve: (row) => [...row.download_names],
      }),
      bundle_names: t.stringList({ description: 'Sources.', resolve: (row) => [...row.bundle_names] }),
      upload_names: t.stringList({ description: 'Upload declarations.', resolve: (row) => [...row.upload_names] }),
      destinations: t.stringList({
        description: 'As declared, dates left open.',
        resolve: (row) => [...row.destinations],
      }),
    }),
  });
  builder.queryField('filter_options', (t) =>
    t.field({
      type: filterOptionsRef,
      authScopes: VIEW,
      description: 'Names to choose from in filters.',
      resolve: (_root, _args, context) => inAccount(context, filterOptions),
    }),
  );
}
