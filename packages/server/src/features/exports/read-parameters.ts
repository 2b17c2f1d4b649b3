import { badRequest } from '../../graphql/request-error.ts';

/** The kind of a query parameter: `texts` may be repeated, `choice` is one of the given texts. */
export type ParameterKind = 'text' | 'texts' | 'boolean' | readonly string[];
export type ParameterKinds = Readonly<Record<string, ParameterKind>>;

type ValueOf<Kind> = Kind extends 'text'
  ? string
  : Kind extends 'texts'
    ? readonly string[]
    : Kind extends 'boolean'
      ? boolean
      : Kind extends readonly (infer Choice)[]
        ? Choice
        : never;
export type ParameterValues<Kinds extends ParameterKinds> = {
  readonly [Name in keyof Kinds]?: ValueOf<Kinds[Name]>;
};

/**
 * Reads the parameters of a query string. Empty ones count as absent.
 * @param query as the HTTP server parsed it: a text, or the texts of a repeated parameter
 * @throws RequestError BAD_REQUEST for unknown parameters and invalid values
 */
export function readParameters<const Kinds extends ParameterKinds>(
  kinds: Kinds,
  query: Readonly<Record<string, string | readonly string[] | undefined>>,
): ParameterValues<Kinds> {
  const values = Object.entries(query).flatMap(([name, given]) => {
    if (!Object.hasOwn(kinds, name)) {
      throw badRequest(
        `There is no parameter ${shortened(name)} for this list. Use ${Object.keys(kinds).toSorted().join(', ')}.`,
      );
    }
    const texts = (typeof given === 'string' ? [given] : (given ?? [])).filter((text) => text !== '');
    return texts.length === 0 ? [] : [[name, valueAs(name, kinds[name] as ParameterKind, texts)] as const];
  });
  // Each value has the type of its kind.
  return Object.fromEntries(values) as ParameterValues<Kinds>;
}

function valueAs(name: string, kind: ParameterKind, texts: readonly string[]): string | boolean | readonly string[] {
  if (kind === 'texts') return texts;
  const [text = '', ...others] = texts;
  if (others.length > 0) throw badRequest(`Give ${name} once.`);
  if (kind === 'text') return text;
  const choices = kind === 'boolean' ? ['true', 'false'] : kind;
  if (!choices.includes(text)) throw badRequest(`${name} must be ${choices.join(' or ')}, got "${shortened(text)}".`);
  return kind === 'boolean' ? text === 'true' : text;
}

const QUOTED_LENGTH = 40;

function shortened(text: string): string {
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
}
