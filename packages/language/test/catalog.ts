import type { Catalog, ConnectorSpec, ParameterSpec } from '@switchboard/model/catalog';

/** Parameters of a destination that writes a file. */
const FILE_PARAMETERS: readonly ParameterSpec[] = [
  { name: 'path', type: 'string', required: true, syntax: 'template', doc: 'Where the file goes.' },
  {
    name: 'format',
    type: 'string',
    required: false,
    default: 'csv',
    allowed: ['csv', 'parquet'],
    doc: 'The format.',
  },
];

const TABLE_PARAMETERS: readonly ParameterSpec[] = [
  { name: 'schema', type: 'string', required: false, default: 'public', doc: 'The schema.' },
  { name: 'table', type: 'string', required: true, doc: 'The table.' },
];

/** A destination that writes tables. */
function tableConnector(name: string, displayName: string): ConnectorSpec {
  return {
    name,
    displayName,
    keyTypes: ['sql'],
    keyRequired: true,
    destination: {
      parameters: TABLE_PARAMETERS,
      modes: ['replace_date', 'truncate', 'append', 'upsert'],
      shownAs: `${name} · {schema}.{table}`,
    },
  };
}

/** A small catalog: `web` and `folder` to read from, `disk` and `sql` to write to. */
export const CATALOG: Catalog = {
  connectors: [
    {
      name: 'web',
      displayName: 'Web',
      keyTypes: ['token'],
      keyRequired: false,
      source: {
        parameters: [
          { name: 'url', type: 'string', required: true, syntax: 'url', doc: 'The address.' },
          { name: 'headers', type: 'object', required: false, doc: 'Extra headers.' },
        ],
      },
    },
    {
      name: 'folder',
      displayName: 'Folder',
      keyTypes: [],
      keyRequired: false,
      source: {
        parameters: [
          {
            name: 'pattern',
            type: 'string',
            required: true,
            group: 'files',
            syntax: 'pattern',
            doc: 'Files by pattern.',
          },
          {
            name: 'regex',
            type: 'string',
            required: true,
            group: 'files',
            syntax: 'regex',
            doc: 'Files by regular expression.',
          },
        ],
      },
    },
    {
      name: 'disk',
      displayName: 'Disk',
      keyTypes: [],
      keyRequired: false,
      destination: {
        parameters: FILE_PARAMETERS,
        modes: ['replace_date', 'truncate'],
        shownAs: 'disk · {path}',
      },
    },
    {
      name: 'tape',
      displayName: 'Tape',
      keyTypes: [],
      keyRequired: false,
      deprecated: true,
      replacement: 'disk',
      destination: {
        parameters: [{ name: 'path', type: 'string', required: true, syntax: 'template', doc: 'Where the file goes.' }],
        modes: ['truncate'],
        shownAs: 'tape · {path}',
      },
    },
    tableConnector('sql', 'SQL'),
  ],
  keys: [
    { id: 'key-1', name: 'warehouse', type: 'sql', status: 'active', formerNames: ['former'] },
    { name: 'old', type: 'sql', status: 'suspended' },
    { name: 'other', type: 'token', status: 'active' },
  ],
};

/** The connectors and keys that the examples of the language's page name. */
export const PAGE_CATALOG: Catalog = {
  connectors: [
    ...CATALOG.connectors,
    {
      name: 'http',
      displayName: 'HTTP',
      keyTypes: ['token'],
      keyRequired: false,
      source: { parameters: [{ name: 'url', type: 'string', required: true, syntax: 'url', doc: 'The address.' }] },
    },
    {
      name: 'emails',
      displayName: 'Emails',
      keyTypes: [],
      keyRequired: false,
      source: { parameters: [{ name: 'recipient', type: 'string', required: true, doc: 'The name before the @.' }] },
    },
    tableConnector('postgres', 'PostgreSQL'),
    {
      name: 's3',
      displayName: 'S3',
      keyTypes: ['s3'],
      keyRequired: true,
      destination: {
        parameters: FILE_PARAMETERS,
        modes: ['replace_date', 'truncate'],
        shownAs: '{path}',
      },
    },
  ],
  keys: [
    ...CATALOG.keys,
    { name: 'ads_api', type: 'token', status: 'active' },
    { name: 'lake', type: 's3', status: 'active' },
  ],
};
