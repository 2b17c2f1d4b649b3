import { builder, VIEW } from '../../graphql/builder.ts';
import { strings } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { type FilterOptions, filterOptions } from './queries.ts';

const filterOptionsRef = builder.objectRef<FilterOptions>('FilterOptions');

/** Values for the filters of lists. */
export function defineFilterOptions(): void {
  defineObject(filterOptionsRef, {
    description: 'Values to choose from in a filter: newest declarations first, at most 1000 of each kind.',
    authScopes: VIEW,
    columns: {
      projects: strings('Projects of sources and uploads.'),
      download_names: strings('Names of sources and of their tables.'),
      bundle_names: strings('Names of sources.'),
      upload_names: strings('Names of upload declarations.'),
      destinations: strings('Destinations as declared, with date placeholders.'),
    },
  });
  builder.queryField('filter_options', (t) =>
    t.field({
      type: filterOptionsRef,
      authScopes: VIEW,
      description: 'Values to choose from in filters.',
      resolve: (_root, _args, context) => inAccount(context, filterOptions),
    }),
  );
}
