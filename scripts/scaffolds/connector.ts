import { newFile, type Scaffold } from './scaffold.ts';

/** A connector with a source: its specification, its source, an example for the contract suite, its test. */
export const connectorScaffold: Scaffold = {
  kind: 'connector',
  doc: 'a provider in packages/connectors/src/providers: specification, source, harness and test',
  files: 4,
  write: ({ kebab, snake, title }, tree) => {
    const folder = `packages/connectors/src/providers/${kebab}`;
    return new Map([
      newFile(
        tree,
        `${folder}/connector.ts`,
        `import { type ConnectorSpec, keyTypesOfForm } from '@switchboard/model';
import { defineParameters } from '../../parameters/define-parameters.ts';

export const SOURCE_PARAMETERS = defineParameters({
  url: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Address of the report. {YYYY-MM-DD} stands for the report date.',
  },
});

/** ${title}. */
export const connector: ConnectorSpec = {
  name: '${snake}',
  displayName: '${title}',
  keyTypes: keyTypesOfForm('http'),
  keyRequired: false,
  source: { parameters: SOURCE_PARAMETERS.specs },
};
`,
      ),
      newFile(
        tree,
        `${folder}/source.ts`,
        `import { fillTemplate } from '@switchboard/model';
import { authenticate } from '../../key-forms/http.ts';
import { sourceFailure } from '../../network/translate-network-error.ts';
import type { ConnectorContext, SourceConnector, SourceFile, SourceRequest } from '../../spec.ts';
import { SOURCE_PARAMETERS } from './connector.ts';

/** Reports of ${title}, one file a report date. */
export const source: SourceConnector = {
  fetch: async (request, context) => ({ kind: 'files', files: readReport(request, context) }),
};

async function* readReport(request: SourceRequest, context: ConnectorContext): AsyncGenerator<SourceFile> {
  const { url: template } = SOURCE_PARAMETERS.read(request.name, request.parameters);
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
        `${folder}/harness.ts`,
        `import type { Parameters } from '@switchboard/model';
import { serveHttp } from '../../testing/http-server.ts';

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example = async (): Promise<Parameters> => ({
  url: await serveHttp((_, response) => response.end('a,b\\n1,2\\n')),
});
`,
      ),
      newFile(
        tree,
        `${folder}/source.test.ts`,
        `import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { buildContext } from '../../testing/context.ts';
import { serveHttp } from '../../testing/http-server.ts';
import { source } from './source.ts';

it('fetches the report of a date', async () => {
  const origin = await serveHttp((request, response) => response.end(\`date\\n\${request.url?.slice(1)}\\n\`));
  const answer = await source.fetch(
    { name: 'ads', parameters: { url: \`\${origin}/{YYYY-MM-DD}\` }, key: null, reportDate: '2026-03-04', state: null },
    buildContext(),
  );
  if (answer.kind !== 'files') throw new Error('expected files');
  const [file] = await Array.fromAsync(answer.files);
  expect(file && (await text(file.body))).toBe('date\\n2026-03-04\\n');
});
`,
      ),
    ]);
  },
};
