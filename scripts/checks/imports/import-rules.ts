type PackageRule = {
  /** Packages of this repository that it may import. */
  readonly ours: readonly string[];
  /** When given, the only libraries it may import. */
  readonly outside?: readonly string[];
  /** Libraries that it must not import, even when its package.json lists them. */
  readonly never?: readonly string[];
  /** Whether it may import `node:*`. */
  readonly node: boolean;
};

/** The package table of ARCHITECTURE.md. Test files are free of it. */
export const PACKAGES: Readonly<Record<string, PackageRule>> = {
  model: { ours: [], outside: ['zod'], node: false },
  language: {
    ours: ['model'],
    outside: ['re2js', 'vscode-languageserver', 'vscode-languageserver-textdocument', 'vscode-languageserver-types'],
    node: false,
  },
  connectors: { ours: ['model'], never: ['@duckdb/node-api', '@duckdb/node-bindings'], node: true },
  engine: { ours: ['model', 'connectors'], never: ['pg', 'fastify', 'kysely', 'undici'], node: true },
  server: { ours: ['model', 'language', 'connectors', 'engine'], never: ['react', 'react-dom'], node: true },
  console: { ours: ['model', 'language'], never: ['pg', 'kysely', 'fastify'], node: false },
  cli: { ours: ['server', 'language', 'engine', 'connectors', 'model', 'sample-provider'], node: true },
  'sample-provider': { ours: [], node: true },
};

/**
 * Faces of packages that product code may import besides the package itself; all others are for tests and tools. Those of
 * connectors are for threads and commands that must start fast.
 */
export const PRODUCT_FACES: readonly string[] = [
  'connectors/addresses',
  'connectors/network-error',
  'connectors/registry',
  'connectors/s3-failures',
  'connectors/service-failure',
  'language/lsp',
  'language/propose/columns',
  'language/propose/script',
  'language/words',
  'language/worker',
  'language/worker?worker',
];

/** Packages without a file that passes everything on: each of their files is imported by its subject, for tests or not. */
export const PACKAGES_BY_SUBJECT: readonly string[] = ['model'];

type Fence = {
  readonly modules: readonly string[];
  /** Where the fence applies, and the part within that may pass. */
  readonly around: RegExp;
  readonly inside: RegExp;
  readonly typesMayPass: boolean;
  readonly reason: string;
};

const SOCKETS = ['undici', 'node:net', 'node:tls', 'node:http', 'node:https', 'node:http2', 'node:dns', 'node:dgram'];

/** Libraries that only one folder may import. */
export const FENCES: readonly Fence[] = [
  {
    modules: ['vscode-languageserver', 'vscode-languageserver-textdocument'],
    around: /^packages\/language\//,
    inside: /^packages\/language\/src\/lsp\//,
    typesMayPass: false,
    reason: 'only language/src/lsp speaks the protocol; the compiler and what it gives to editors are pure functions',
  },
  {
    modules: ['@duckdb/node-api', '@duckdb/node-bindings'],
    around: /^packages\//,
    inside: /^packages\/engine\/src\/executors\//,
    typesMayPass: false,
    reason: 'only engine/src/executors knows DuckDB',
  },
  {
    modules: SOCKETS,
    around: /^packages\/(connectors|engine)\//,
    // Besides egress and its parts: a named pipe to our own process is opened as a socket, too.
    inside:
      /^packages\/(connectors\/src\/(network\/(egress|open-socket|encrypt-socket|addresses)|testing\/[a-z0-9-]+)|engine\/src\/files\/fifo)\.ts$/,
    typesMayPass: true,
    reason: 'sockets to the outside are opened by connectors/src/network/egress alone',
  },
  {
    modules: ['pg'],
    around: /^packages\/server\//,
    inside: /^packages\/server\/src\/db\//,
    typesMayPass: true,
    reason: 'only server/src/db opens connections to the database; ask its door for a transaction',
  },
];

/** Layers within a package: the folders, and files, directly below its `src`. */
export type LayerRule = {
  readonly package: string;
  /** Lowest first: a layer may import itself and those before it. Layers of one entry must not import each other. */
  readonly order: readonly (readonly string[])[];
  /** The order of the sub-folders of some layers, lowest first; those of one entry must not import each other. */
  readonly rooms?: readonly { readonly layer: string; readonly order: readonly (readonly string[])[] }[];
  /** A layer whose sub-folders must not import each other, and what to do instead. */
  readonly apart?: { readonly layer: string; readonly reason: string };
};

/** Imports of types count too. */
export const LAYERS: readonly LayerRule[] = [
  {
    package: 'server',
    order: [
      ['settings'],
      ['env'],
      ['db'],
      ['queue', 'observe'],
      ['audit', 'journal'],
      ['identity'],
      ['units'],
      ['pipeline'],
      ['graphql'],
      ['features'],
      ['api'],
      ['programs'],
      ['main'],
      ['index'],
    ],
    rooms: [
      {
        layer: 'pipeline',
        order: [
          ['state'],
          ['audit-streams', 'deadlines', 'erasure', 'notices', 'observation', 'sources'],
          ['mail-ingest', 'restatements', 'schedule', 'summaries', 'suspension'],
          ['flows', 'uploads'],
          ['backfills', 'downloads', 'recovery'],
          ['attempts', 'retention', 'verification'],
        ],
      },
      {
        layer: 'features',
        order: [
          [
            'account-key',
            'administration',
            'audit-log',
            'email-ingest',
            'factors',
            'files',
            'filter-options',
            'installation',
            'session',
            'sign-ins',
            'timeline',
            'usage',
          ],
          ['accounts', 'imported-files'],
          ['roles'],
          ['users'],
          ['maintenance', 'pauses', 'restatements'],
          ['audit-streams', 'home', 'integrations', 'keys', 'saved-views', 'scim', 'service-tokens', 'sso'],
          ['asset-graph', 'changelists'],
          ['backfills', 'presence', 'previews', 'repoint', 'reviews', 'transfers'],
          ['bulk-changes', 'declarations', 'events', 'failures', 'incidents', 'publish-impact'],
          ['exports', 'source-quality'],
        ],
      },
    ],
  },
  {
    package: 'console',
    // `screens` is both the folder of screens and screens.ts, the list of them.
    order: [['lib'], ['ui'], ['api'], ['entities'], ['screens'], ['shell'], ['main']],
    apart: {
      layer: 'screens',
      reason: 'a screen never imports another screen; move what both need to entities',
    },
  },
];

/** More pairs of folders that import each other are too many. */
export const MUTUAL_LIMIT = 12;

/** More files than this in a folder are too many; those of sub-folders and tests are not counted. */
export const FOLDER_LIMIT = 20;

/** Least number of modules; fewer mean that the check did not read the project. Raise the number as the project grows. */
export const MODULE_FLOOR = 500;

export const TOOL_FOLDERS = 'scripts, e2e, bench or faults';
