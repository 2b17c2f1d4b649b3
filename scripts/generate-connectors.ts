import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectorSpec } from '@switchboard/model/catalog';
import type { Generator } from './generator.ts';

const SOURCE = join(import.meta.dirname, '../packages/connectors/src');
const PROVIDERS = join(SOURCE, 'providers');
const NOTICE = '// Made by `npm run generate` from the folders of providers and the presets. Do not edit.\n';

/** Prints a value as JSON, what holds no further objects on one line. */
function printValue(value: unknown, indent = ''): string {
  const isPlain = (one: unknown): boolean => typeof one !== 'object' || one === null;
  const isFlat = (one: unknown): boolean => isPlain(one) || (Array.isArray(one) && one.every(isPlain));
  if (isFlat(value) || Object.values(value as object).every(isFlat)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map((item) => printValue(item, inner))]
    : ['{', '}', Object.entries(value as object).map(([key, item]) => `"${key}": ${printValue(item, inner)}`)];
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

/** Lists the connectors and the presets of `http` twice: their specifications as data, and how the code of each is loaded. */
export const generator: Generator = {
  owns: /^packages\/connectors\/src\/(?:catalog\.generated|load-connector)\.ts$/,
  make: connectorModules,
};

async function connectorModules(): Promise<ReadonlyMap<string, string>> {
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
  const { PRESETS } = (await import(join(SOURCE, 'presets/presets.ts'))) as { PRESETS: readonly { name: string }[] };
  const { presetSpec } = (await import(join(SOURCE, 'presets/preset.ts'))) as {
    presetSpec: (preset: { name: string }) => ConnectorSpec;
  };
  for (const preset of PRESETS) {
    const loader = `(await import('./presets/preset-source.ts')).presetSource('${preset.name}')`;
    specs.push(presetSpec(preset));
    code.push(`  ${preset.name}: {\n    source: async () => ${loader},\n  },\n`);
  }
  specs.sort((one, other) => (one.name < other.name ? -1 : 1));
  code.sort();
  const catalog = `${NOTICE}import type { ConnectorSpec } from '@switchboard/model/catalog';

/** Every connector as data, by name. */
export const CONNECTOR_SPECS: readonly ConnectorSpec[] = ${printValue(specs)};
`;
  const loading = `${NOTICE}import type { ConnectorCode } from './spec.ts';

/** The code of every connector by its name, loaded on first use: drivers and SDKs are slow to start. */
export const CONNECTOR_CODE: Readonly<Record<string, ConnectorCode>> = {
${code.join('')}};
`;
  return new Map([
    ['packages/connectors/src/catalog.generated.ts', catalog],
    ['packages/connectors/src/load-connector.ts', loading],
  ]);
}
