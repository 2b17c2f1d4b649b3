import type { Tree } from '../checks/tree.ts';
import { newFile, type Scaffold, withImport } from './scaffold.ts';

const REGISTRY = 'packages/connectors/src/registry.ts';

/** A connector with a source: its description, its source, its test against a real server, its line in the registry. */
export const connectorScaffold: Scaffold = {
  kind: 'connector',
  doc: 'a provider in packages/connectors/src/providers with a description, a source and its test, and its line in registry.ts',
  files: 4,
  write: ({ kebab, camel, constant, snake, title }, tree) => {
    const folder = `packages/connectors/src/providers/${kebab}`;
    return new Map([
      newFile(
        tree,
        `${folder}/connector.ts`,
        `import type { Connector } from '../../spec.ts';
import { ${constant}_PARAMETERS, ${camel}Source } from './source.ts';

/** ${title}. */
export const ${camel}Connector: Connector = {
  spec: {
    name: '${snake}',
    displayName: '${title}',
    keyTypes: ['api_token'],
    keyRequired: false,
    source: { parameters: ${constant}_PARAMETERS },
  },
  source: ${camel}Source,
};
`,
      ),
      newFile(
        tree,
        `${folder}/source.ts`,
        `import { fillTemplate, type ParameterSpec } from '@switchboard/model';
import { sourceFailure } from '../../failures.ts';
import { readParameters } from '../../fields.ts';
import { authenticate } from '../../key-forms/http.ts';
import type { ConnectorContext, SourceConnector, SourceFile, SourceRequest } from '../../spec.ts';

export const ${constant}_PARAMETERS: readonly ParameterSpec[] = [
  {
    name: 'url',
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Address of the report. {YYYY-MM-DD} stands for the report date.',
  },
];

/** Reports of ${title}, one file a report date. */
export const ${camel}Source: SourceConnector = {
  fetch: async (request, context) => ({ kind: 'files', files: readReport(request, context) }),
};

async function* readReport(request: SourceRequest, context: ConnectorContext): AsyncGenerator<SourceFile> {
  const template = readParameters(request.name, request.parameters).requiredText('url');
  const { url, headers } = authenticate(fillTemplate(template, request.reportDate ?? ''), request.key);
  try {
    const response = await context.egress.fetch({ url, method: 'GET', headers, signal: context.signal });
    yield { filename: '${kebab}.csv', url, body: response.body, expectedBytes: null, contentType: 'text/csv' };
  } catch (error) {
    throw sourceFailure(error, request.name);
  }
}
`,
      ),
      newFile(
        tree,
        `${folder}/source.test.ts`,
        `import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { buildContext } from '../../test/context.ts';
import { serveHttp } from '../../test/http-server.ts';
import { ${camel}Source } from './source.ts';

it('fetches the report of a date', async () => {
  const origin = await serveHttp((request, response) => response.end(\`date\\n\${request.url?.slice(1)}\\n\`));
  const answer = await ${camel}Source.fetch(
    { name: 'ads', parameters: { url: \`\${origin}/{YYYY-MM-DD}\` }, key: null, reportDate: '2026-03-04', state: null },
    buildContext(),
  );
  if (answer.kind !== 'files') throw new Error('expected files');
  const [file] = await Array.fromAsync(answer.files);
  expect(file && (await text(file.body))).toBe('date\\n2026-03-04\\n');
});
`,
      ),
      withImport(
        listed(tree, `${camel}Connector`),
        `import { ${camel}Connector } from './providers/${kebab}/connector.ts';`,
      ),
    ]);
  },
};

function listed(tree: Tree, connector: string): [path: string, text: string] {
  const text = tree.read(REGISTRY);
  const changed = text.replace(/(CONNECTORS: readonly Connector\[\] = \[[^\]]*?),?\s*\]/, `$1, ${connector}]`);
  if (changed === text) throw new Error(`${REGISTRY} no longer contains its list; adapt scripts/scaffolds.`);
  return [REGISTRY, changed];
}
