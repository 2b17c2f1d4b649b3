import { CONNECTORS } from '@switchboard/connectors';
import type { ConnectorSpec } from '@switchboard/model/catalog';
import { code, page, table } from './markdown.ts';
import { parameterTable } from './parameter-table.ts';

/** More types of key than these are not listed one by one. */
const LISTED_KEY_TYPES = 6;

/** Every connector with its parameters, presets of the HTTP source last. */
export function connectorsPage(): string {
  const specs = CONNECTORS.map(({ spec }) => spec);
  const presets = specs.filter(({ documentation }) => documentation !== undefined);
  return page(
    'Connectors',
    'Where reports can be fetched and delivered. What a key holds is on the page of [key types](key-types.md).',
    ...specs.filter(({ documentation }) => documentation === undefined).flatMap((spec) => connectorSection(spec)),
    '## Report APIs of providers',
    'Each of these types is a set of parameters for the [HTTP](#http) source, written from the public documentation of the provider. They were tried against a stand-in that answers as the documentation describes, with pages, limits and failures; never at the provider. Where a provider takes moments rather than dates, a day begins at midnight in the timezone of the download. A report that they do not cover can be fetched by `type: "http"` with a key of the same type.',
    table(
      ['Type', 'Provider', 'Key', 'Tried'],
      presets.map(({ name, displayName, documentation, keyTypes }) => [
        `[${code(name)}](#${name})`,
        `[${displayName}](${documentation})`,
        keyTypes.map(code).join(' or '),
        'against a stand-in, never at the provider',
      ]),
    ),
    ...presets.flatMap(presetSection),
  );
}

function presetSection({ name, displayName, documentation, keyTypes, source }: ConnectorSpec): string[] {
  const needs = `needs a key of type ${keyTypes.map(code).join(' or ')}.`;
  const dates = source?.isDated === true ? ' It asks for the report date by itself.' : '';
  return [
    `### ${name}`,
    `[${displayName}](${documentation}) ${needs}${dates} Tried against a stand-in, never at the provider.`,
    parameterTable(source?.parameters ?? []),
  ];
}

function connectorSection({ name, displayName, keyTypes, keyRequired, source, destination }: ConnectorSpec): string[] {
  const taken =
    keyTypes.length > LISTED_KEY_TYPES
      ? `one of ${keyTypes.length} [types that HTTP requests carry](key-types.md)`
      : `type ${keyTypes.map(code).join(' or ')}`;
  const keys = keyTypes.length === 0 ? 'Takes no key.' : `Takes a key of ${taken}`;
  const need = keyTypes.length === 0 ? '' : keyRequired ? ', which it needs.' : ', if it needs one.';
  return [
    `## ${displayName}`,
    `${code(`type: "${name}"`)}. ${keys}${need}`,
    ...(source ? ['As a source:', parameterTable(source.parameters)] : []),
    ...(destination
      ? [
          `As a destination, with the modes ${destination.modes.map(code).join(', ')}:`,
          parameterTable(destination.parameters),
          table(
            ['Mode', 'What it does'],
            destination.modes.map((mode) => [code(mode), destination.modeDocs?.[mode] ?? '']),
          ),
        ]
      : []),
  ];
}
