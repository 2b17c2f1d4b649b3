import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ConnectorSpec } from '@switchboard/model/catalog';
import type { Generator } from '../generator.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'packages/connectors/src');
const PROVIDERS = join(SOURCE, 'providers');
const NOTICE = '// Made by `npm run generate` from the folders of providers and the presets. Do not edit.\n';
const FORM_NOTICE = '// Made by `npm run generate` from the code of the key forms. Do not edit.\n';

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

const KEY_FORM = 'packages/model/src/key-types/key-form.generated.ts';

/**
 * Lists the connectors and the presets of `http` twice: their specifications as data, and how the code of each is loaded. Lists the
 * key forms likewise, by name and by code.
 */
export const generator: Generator = {
  owns: /^packages\/(?:connectors\/src\/(?:catalog\.generated|load-connector|key-forms\/load-key-form)|model\/src\/key-types\/key-form\.generated)\.ts$/,
  make: async ({ files }) => new Map([...(await connectorModules()), ...(await keyFormModules(files))]),
};

/** Files whose `keyForm` is the code of a form. */
const KEY_FORM_FILE =
  /^packages\/connectors\/src\/(?:providers\/[^/]+\/key-form|key-forms\/[a-z-]+-form)(?<!\/load-key-form)\.ts$/;

async function keyFormModules(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const forms: { readonly name: string; readonly path: string }[] = [];
  for (const path of files.filter((one) => KEY_FORM_FILE.test(one))) {
    const { keyForm } = (await import(join(ROOT, path))) as { keyForm: { readonly name: string } };
    forms.push({ name: keyForm.name, path: relative(join(SOURCE, 'key-forms'), join(ROOT, path)) });
  }
  forms.sort((one, other) => (one.name < other.name ? -1 : 1));
  const others = forms.map(({ name }) => name).filter((name) => name !== 'http');
  const loaders = forms.map(({ name, path }) => {
    const module = path.startsWith('.') ? path : `./${path}`;
    return `  ${name}: async () => (await import('${module}')).keyForm,\n`;
  });
  return new Map([
    [
      KEY_FORM,
      `${FORM_NOTICE}/** The forms of keys that HTTP requests do not carry. */
export type OtherKeyForm =\n${others
        .map((name) => `  | '${name}'\n`)
        .join('')
        .trimEnd()};
`,
    ],
    [
      'packages/connectors/src/key-forms/load-key-form.ts',
      `${FORM_NOTICE}import type { KeyForm } from '@switchboard/model/key-types/key-type';
import type { KeyFormCode } from '../key-fields/key-form-code.ts';

/** The code of each form, loaded on first use: drivers and SDKs are slow to start. */
export const KEY_FORMS: Readonly<Record<KeyForm, () => Promise<KeyFormCode>>> = {
${loaders.join('')}};
`,
    ],
  ]);
}

async function connectorModules(): Promise<ReadonlyMap<string, string>> {
  const specs: ConnectorSpec[] = [];
  const code: string[] = [];
  for (const folder of readdirSync(PROVIDERS).sort()) {
    // The folder of a key form alone.
    if (!existsSync(join(PROVIDERS, folder, 'connector.ts'))) continue;
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
