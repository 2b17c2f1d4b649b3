import { builder, VIEW } from '../../graphql/builder.ts';
import { inAccount } from '../../graphql/context.ts';
import { catalogOf } from '../../pipeline/state/stored-script.ts';

/** Defines the catalog of names that scripts may refer to, for the language server of an editor. */
export function defineCatalog(): void {
  builder.queryField('script_catalog', (t) =>
    t.field({
      type: 'JSON',
      authScopes: VIEW,
      description:
        'Connectors with their parameters, and keys by name and type, that scripts of the account may refer to. Without secrets.',
      resolve: (_root, _args, context) => inAccount(context, catalogOf),
    }),
  );
}
