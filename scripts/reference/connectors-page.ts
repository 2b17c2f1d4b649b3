import { CONNECTORS } from '@switchboard/connectors';
import { type ConnectorSpec, KEY_TYPES, type KeyField, type KeyType } from '@switchboard/model';
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
    ...[...Map.groupBy(KEY_TYPES, ({ category }) => category)].flatMap(([category, types]) => [
      `### ${category}`,
      ...types.flatMap(keySection),
    ]),
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

function keySection({ name, displayName, fields, groups = [], notice, deprecated, replacement }: KeyType): string[] {
  const labels = new Map(groups.map((group) => [group.name, group.label]));
  const rows = fields.map((field) => [
    code(field.name),
    field.label,
    [labels.get(field.group ?? ''), kindOf(field)].filter(Boolean).join('; '),
    `${field.doc}${conditionOf(field)}`,
  ]);
  return [
    `#### ${displayName} (${code(name)})`,
    ...(deprecated ? [`Deprecated.${replacement ? ` Use ${code(replacement)}.` : ''}`] : []),
    ...(notice ? [notice] : []),
    table(['Field', 'Label', 'Type', 'Meaning'], rows),
  ];
}

function kindOf(field: KeyField): string {
  const kind =
    field.kind === 'choice'
      ? `one of ${field.choices.map(({ value }) => code(value)).join(', ')}`
      : field.kind === 'number'
        ? `number, ${field.minimum} to ${field.maximum}`
        : field.kind;
  const flags = [field.required && 'required', field.secret && 'secret'].filter(Boolean);
  return [kind, ...flags].join(', ');
}

const conditionOf = ({ when }: KeyField): string =>
  when === undefined ? '' : ` Only with ${code(when.field)} = ${code(String(when.equals))}.`;
