import { type GraphQLField, getNamedType, isLeafType } from 'graphql';
import type { Answer } from '../graphql-server.ts';
import { type Call, minimalCall } from '../minimal-call.ts';
import { selectionOf } from './selection-of.ts';

type Operation = 'query' | 'mutation';

/**
 * One document that calls a root field once for each value of an argument, and selects the fields of the answers.
 * @param known the other arguments, as for `minimalCall()`
 * @param values of the argument
 */
export function batchCall(
  operation: Operation,
  field: GraphQLField<unknown, unknown>,
  known: Readonly<Record<string, unknown>>,
  argument: string,
  values: readonly unknown[],
): Call {
  const { variables } = minimalCall(operation, field, { ...known, [argument]: values[0] });
  const shared = field.args.filter(({ name }) => name in variables && name !== argument);
  const typed = (name: string): string => String(field.args.find((each) => each.name === name)?.type);
  const declared = [
    ...shared.map(({ name, type }) => `$${name}: ${String(type)}`),
    ...values.map((_, at) => `$${argument}${at}: ${typed(argument)}`),
  ];
  const passed = shared.map(({ name }) => `, ${name}: $${name}`).join('');
  const type = getNamedType(field.type);
  const isLeaf = isLeafType(type);
  const calls = values.map(
    (_, at) => `a${at}: ${field.name}(${argument}: $${argument}${at}${passed})${isLeaf ? '' : ' { ...answer }'}`,
  );
  const selection = selectionOf(type, field.name === 'event_histogram' ? 2 : 1);
  return {
    query: `${operation}(${declared.join(', ')}) { ${calls.join(' ')} }${isLeaf ? '' : ` fragment answer on ${type.name} ${selection}`}`,
    variables: {
      ...Object.fromEntries(shared.map(({ name }) => [name, variables[name]])),
      ...Object.fromEntries(values.map((value, at) => [`${argument}${at}`, value])),
    },
  };
}

/** The answer to each call of a batch as if it had come alone; null when an error has taken the data of all. */
export function answersOf({ data, errors }: Answer, count: number): readonly Omit<Answer, 'status'>[] | null {
  if (data === null) return null;
  return Array.from({ length: count }, (_, at) => ({
    data: (data as Readonly<Record<string, unknown>>)[`a${at}`],
    errors: errors.flatMap(({ locations: _place, path = [], ...error }: Answer['errors'][number] & Placed) =>
      path[0] === `a${at}` ? [{ ...error, path: path.slice(1) }] : [],
    ),
  }));
}

type Placed = { readonly path?: readonly unknown[]; readonly locations?: unknown };
