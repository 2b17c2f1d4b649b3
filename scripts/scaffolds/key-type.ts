import { insertBefore, type Scaffold } from './scaffold.ts';

const ROWS = 'packages/model/src/key-types/http.ts';

/** A key type is one row of data: validation, forms and the reference follow from it. */
export const keyTypeScaffold: Scaffold = {
  kind: 'key-type',
  doc: `a row in ${ROWS}: fields, authentication, probe`,
  write: ({ snake, title }, tree) =>
    new Map([
      insertBefore(
        tree,
        ROWS,
        '];\n',
        `  {
    name: '${snake}',
    displayName: '${title}',
    category: 'HTTP',
    form: 'http',
    fields: [
      {
        name: 'api_key',
        label: 'API key',
        kind: 'text',
        secret: true,
        required: true,
        doc: 'The key, as ${title} shows it.',
      },
      { ...HOSTS, required: true },
      VERIFY_URL,
    ],
    authentication: { scheme: 'bearer', value: 'api_key' },
    hosts: null,
    probe: { urlField: 'verify_url' },
  },
`,
      ),
    ]),
};
