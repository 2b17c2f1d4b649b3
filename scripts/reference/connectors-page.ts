import { CONNECTORS } from '@switchboard/connectors';
import type { ConnectorSpec } from '@switchboard/model';
import { code, page, table } from './markdown.ts';
import { parameterTable } from './parameter-table.ts';

/** More types of key than these are not listed one by one. */
const LISTED_KEY_TYPES = 6;

/** Every connector with its parameters. */
export function connectorsPage(): string {
  return page(
    'Connectors',
    'Where reports can be fetched and delivered. What a key holds is on the page of [key types](key-types.md).',
    ...CONNECTORS.flatMap(({ spec }) => connectorSection(spec)),
  );
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
