import { textCheck } from './check.ts';
import { importGraph } from './imports/import-graph.ts';
import { isTest } from './tree.ts';

type Registry = {
  /** Files of which each must be listed. */
  readonly members: RegExp;
  /** Files that count as the list, by importing the member. */
  readonly lists: RegExp;
  readonly means: string;
};

/** Nothing registers itself by being imported; these lists say what there is. */
const REGISTRIES: readonly Registry[] = [
  {
    members: /^packages\/connectors\/src\/providers\/[^/]+\/(source|destination)\.ts$/,
    lists: /^packages\/connectors\/src\/load-connector\.ts$/,
    means: 'packages/connectors/src/load-connector.ts; run npm run generate',
  },
  {
    members: /^packages\/model\/src\/key-types\/(?:providers\/|(?!key-|validate-))[^/]+\.ts$/,
    lists: /^packages\/model\/src\/key-types\/key-types\.ts$/,
    means: 'packages/model/src/key-types/key-types.ts',
  },
  {
    members: /^packages\/connectors\/src\/(?:providers\/[^/]+\/key-form|key-forms\/(?!load-)[a-z-]+-form)\.ts$/,
    lists: /^packages\/connectors\/src\/key-forms\/load-key-form\.ts$/,
    means: 'packages/connectors/src/key-forms/load-key-form.ts; run npm run generate',
  },
  {
    members: /^packages\/language\/src\/declarations\/(?!registry|declaration-spec\b)[^/]+\.ts$/,
    lists: /^packages\/language\/src\/declarations\/[^/]+\.ts$/,
    means: 'packages/language/src/declarations/registry.ts',
  },
  {
    members: /^packages\/language\/src\/query-forms\/([^/]+)\/\1-form\.ts$/,
    lists: /^packages\/language\/src\/query-forms\/forms\.ts$/,
    means: 'packages/language/src/query-forms/forms.ts; run npm run generate',
  },
  {
    members: /^packages\/language\/src\/emit\/duckdb\/functions\/(?!registry|function-sql\b)[^/]+\.ts$/,
    lists: /^packages\/language\/src\/emit\/duckdb\/functions\/registry\.ts$/,
    means: 'packages/language/src/emit/duckdb/functions/registry.ts',
  },
  {
    members: /^packages\/server\/src\/features\/(?:[^/]+\/)+graphql[^/]*\.ts$/,
    lists: /^packages\/server\/src\/(?:api\/schema|features\/(?:[^/]+\/)+graphql[^/]*)\.ts$/,
    means: 'packages/server/src/api/schema.ts',
  },
  {
    members: /^packages\/server\/src\/features\/(?:[^/]+\/)+rest[^/]*\.ts$/,
    lists: /^packages\/server\/src\/(api|programs)\/.*\.ts$/,
    means: 'packages/server/src/api or programs',
  },
  {
    members: /^packages\/console\/src\/screens\/[^/]+\/[^/]*-page\.tsx$/,
    lists: /^packages\/console\/src\/(screens\.ts|shell\/session\/account-session\.tsx)$/,
    means: 'packages/console/src/screens.ts',
  },
];

/** Every member of a registry is listed in it. */
export const registries = textCheck(
  'registries',
  'every provider, declaration, query form, server feature and page is listed',
  (tree) => {
    const { modules, edges } = importGraph(tree);
    const counted = REGISTRIES.map(({ members, lists, means }) => {
      const listed = new Set(edges.filter(({ from }) => lists.test(from) && !isTest(from)).map(({ to }) => to));
      const all = modules.filter((path) => members.test(path) && !isTest(path));
      return { count: all.length, missing: all.filter((path) => !listed.has(path)), means };
    });
    return {
      findings: counted.flatMap(({ missing, means }) => missing.map((path) => `${path} is not listed in ${means}`)),
      note: `${counted.reduce((sum, { count }) => sum + count, 0)} entries`,
    };
  },
);
