export type ParameterSignature = {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly rest: boolean;
};
export type Signature = {
  readonly parameters: readonly ParameterSignature[];
  readonly result: string;
  /** How few and how many arguments it takes. */
  readonly least: number;
  readonly most: number;
};

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
      return { name: name.replace(/^\.\.\.|\?$/g, ''), type, optional: rest || name.endsWith('?'), rest };
    });
  const least = parameters.filter((parameter) => !parameter.optional).length;
  const most = parameters.some((parameter) => parameter.rest) ? Number.POSITIVE_INFINITY : parameters.length;
  const signature = { parameters, result: text.slice(close + 2).trim(), least, most };
  cache.set(text, signature);
  return signature;
}
