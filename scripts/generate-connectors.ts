import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectorSpec, ParameterSpec } from '@switchboard/model';

const SOURCE = join(import.meta.dirname, '../packages/connectors/src');
const PROVIDERS = join(SOURCE, 'providers');
const NOTICE = '// Made by `npm run generate` from the folders of providers. Do not edit.\n';

/** Prints the specifications. A parameter that several of them have is printed once, as a constant. */
function printSpecs(specs: readonly ConnectorSpec[]): string {
  const parameters = specs.flatMap(({ source, destination }) => [
    ...(source?.parameters ?? []),
    ...(destination?.parameters ?? []),
  ]);
  const texts = parameters.map((parameter) => JSON.stringify(parameter));
  const shared = new Map(
    parameters
      .filter((_, index) => texts.indexOf(texts[index] ?? '') !== texts.lastIndexOf(texts[index] ?? ''))
      .map((parameter) => [JSON.stringify(parameter), parameter] as const),
  );
  const nameOf = ({ name }: ParameterSpec): string => `SHARED_${name.toUpperCase()}`;
  const constants = [...shared.values()].map(
    (parameter) => `const ${nameOf(parameter)}: ParameterSpec = ${JSON.stringify(parameter, null, 2)};\n`,
  );
  const listed = JSON.stringify(
    specs,
    (_, value: unknown) => {
      const parameter = shared.get(JSON.stringify(value));
      return parameter === undefined ? value : nameOf(parameter);
    },
    2,
  ).replace(/"(SHARED_\w+)"/g, '$1');
  return `${constants.join('')}
/** Every connector as data, by name. */
export const CONNECTOR_SPECS: readonly ConnectorSpec[] = ${listed};
`;
}

/** Lists the connectors twice: their specifications as data, and how the code of each is loaded. */
async function main(): Promise<void> {
  const specs: ConnectorSpec[] = [];
  const code: string[] = [];
  for (const folder of readdirSync(PROVIDERS).sort()) {
    const { connector } = (await import(join(PROVIDERS, folder, 'connector.ts'))) as { connector: ConnectorSpec };
    const files = readdirSync(join(PROVIDERS, folder));
    const parts = ['source', 'destination'].filter((part) => files.includes(`${part}.ts`));
    specs.push(connector);
    const loaders = parts.map(
      (part) => `    ${part}: async () => (await import('./providers/${folder}/${part}.ts')).${part},\n`,
    );
    code.push(`  ${connector.name}: {\n${loaders.join('')}  },\n`);
  }
  writeFileSync(
    join(SOURCE, 'catalog.generated.ts'),
    `${NOTICE}import type { ConnectorSpec, ParameterSpec } from '@switchboard/model';

${printSpecs(specs)}`,
  );
  writeFileSync(
    join(SOURCE, 'load-connector.ts'),
    `${NOTICE}import type { ConnectorCode } from './spec.ts';

/** The code of every connector by its name, loaded on first use: drivers and SDKs are slow to start. */
export const CONNECTOR_CODE: Readonly<Record<string, ConnectorCode>> = {
${code.join('')}};
`,
  );
}

await main();
