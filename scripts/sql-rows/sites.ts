import { parseSync, Visitor } from 'oxc-parser';

/** A place in the code that asserts the rows of a statement: sql<Row>`…`. */
export type Site = {
  readonly path: string;
  readonly line: number;
  /** The source text of `Row`. */
  readonly row: string;
  /** The fixed parts of the template, in order. */
  readonly parts: readonly string[];
};

/** Types of single values: the template is an expression inside a statement, typed by what uses it. */
const EXPRESSION = /^(boolean|string|number|unknown|Date|bigint)( \| null)?$/;

/** Every asserted statement of a file. */
export function findSites(path: string, source: string): Site[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const sites: Site[] = [];
  new Visitor({
    TaggedTemplateExpression(node) {
      const type = node.typeArguments?.params[0];
      if (node.tag.type !== 'Identifier' || node.tag.name !== 'sql' || !type) return;
      const row = source.slice(type.start, type.end);
      if (EXPRESSION.test(row)) return;
      sites.push({
        path,
        line: source.slice(0, node.start).split('\n').length,
        row,
        parts: node.quasi.quasis.map(({ value }) => value.cooked ?? value.raw),
      });
    },
  }).visit(program);
  return sites;
}

/** The sites that a statement can have come from: those that fix most of its text. */
export function sitesOf(text: string, sites: readonly Site[]): Site[] {
  const matching = sites.filter((site) => matches(text, site.parts));
  const fixed = (site: Site): number => site.parts.join('').length;
  const most = Math.max(...matching.map(fixed));
  return matching.filter((site) => fixed(site) === most);
}

function matches(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.endsWith(parts.at(-1) ?? '');
}
