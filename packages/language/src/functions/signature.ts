export type ParameterSignature = {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly rest: boolean;
  /** Whether its argument must be a constant: a pattern, a format, a unit. */
  readonly constant?: boolean;
};
export type Signature = {
  readonly parameters: readonly ParameterSignature[];
  readonly result: string;
  /** The number of arguments it takes. */
  readonly minArguments: number;
  readonly maxArguments: number;
  /** Whether some parameters take on one type with others. */
  readonly generic: boolean;
};

const CONSTANTS = new Set([
  'regex',
  'format',
  'unit',
  'zone',
  'path',
  'digits',
  'group',
  'position',
  'positive',
  'fraction',
  'constant',
]);
const cache = new Map<string, Signature>();

/** Reads a signature such as `(text: string, length?: integer, ...others: T): T`. */
export function readSignature(text: string): Signature {
  const known = cache.get(text);
  if (known) return known;
  const close = text.lastIndexOf('):');
  const parameters = text
    .slice(1, close)
    .split(', ')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', type = ''] = part.split(': ');
      const rest = name.startsWith('...');
      const optional = rest || name.endsWith('?');
      return { name: name.replace(/^\.\.\.|\?$/g, ''), type, optional, rest, constant: CONSTANTS.has(type) };
    });
  const minArguments = parameters.filter((parameter) => !parameter.optional).length;
  const maxArguments = parameters.some((parameter) => parameter.rest) ? Number.POSITIVE_INFINITY : parameters.length;
  const generic = parameters.some(({ type }) => type === 'T' || type === '[T]');
  const signature = { parameters, result: text.slice(close + 2).trim(), minArguments, maxArguments, generic };
  cache.set(text, signature);
  return signature;
}

/** The parameter of an argument; several at the end share the last. */
export function parameterAt(parameters: readonly ParameterSignature[], index: number): ParameterSignature | undefined {
  return index < parameters.length ? parameters[index] : parameters.findLast((parameter) => parameter.rest);
}
