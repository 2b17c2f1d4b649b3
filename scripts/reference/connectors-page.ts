import { CONNECTORS, KEY_TYPES } from '@switchboard/connectors';
import type { ConnectorSpec, KeyTypeSpec } from '@switchboard/model';
import { code, page, table } from './markdown.ts';
import { parameterTable } from './parameter-table.ts';

/** Every connector with its parameters, and every type of key with its fields. */
export function connectorsPage(): string {
  return page(
    'Connectors and keys',
    'Where reports can be fetched and delivered, and what a key for it holds. Secrets are never shown again once stored.',
    '## Connectors',
    ...CONNECTORS.flatMap(({ spec }) => connectorSection(spec)),
    '## Key types',
    ...KEY_TYPES.flatMap(keySection),
  );
}

function connectorSection({ name, displayName, keyTypes, keyRequired, source, destination }: ConnectorSpec): string[] {
  const keys = keyTypes.length === 0 ? 'Takes no key.' : `Takes a key of type ${keyTypes.map(code).join(' or ')}`;
  const need = keyTypes.length === 0 ? '' : keyRequired ? ', which it needs.' : ', if it needs one.';
  return [
    `### ${displayName}`,
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

function keySection({ name, displayName, fields }: KeyTypeSpec): string[] {
  const rows = fields.map((field) => [
    code(field.name),
    field.label,
    field.required ? `${field.type}, required` : field.type,
    field.doc,
  ]);
  return [`### ${displayName} (${code(name)})`, table(['Field', 'Label', 'Type', 'Meaning'], rows)];
}
