import type { ParameterSpec } from '@switchboard/model/catalog';
import { code, table } from './markdown.ts';

/** Parameters of a declaration or a connector, in their own order. */
export function parameterTable(parameters: readonly ParameterSpec[]): string {
  return table(
    ['Parameter', 'Type', 'Default', 'Meaning'],
    parameters.map((one) => [code(one.name), typeOf(one), defaultOf(one), `${one.doc}${limitsOf(one)}`]),
  );
}

function typeOf({ type, required }: ParameterSpec): string {
  return required ? `${type}, required` : type;
}

function defaultOf({ default: value }: ParameterSpec): string {
  return value === undefined ? '' : code(JSON.stringify(value));
}

function limitsOf({ allowed, minimum, maximum, group }: ParameterSpec): string {
  const parts = [
    allowed && `One of ${allowed.map((value) => code(String(value))).join(', ')}.`,
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}.`,
    group && `At most one of the group "${group}".`,
  ];
  return parts.flatMap((part) => (part ? [` ${part}`] : [])).join('');
}
