import { type Expression, type JSXChild, parseSync, Visitor } from 'oxc-parser';

/** Stands for a value that is filled in when the product runs. */
const VALUE = '\u0000';
/** Part of a text's letters that a pattern must give itself, for the rest to be a value. */
const OWN_PART = 0.55;
/** Words from which on a text may stand within longer ones. */
const PHRASE = 3;

/** The texts in the product's code: literals, templates and elements, with a mark for each value that they fill in. */
export type ProductTexts = { readonly has: (text: string) => boolean };

/** Collects the texts of source files. */
export function readProductTexts(sources: readonly { readonly path: string; readonly text: string }[]): ProductTexts {
  const texts = new Set(sources.flatMap(({ path, text }) => textsOf(path, text)));
  const patterns = [...texts].filter((text) => text.includes(VALUE));
  const all = [...texts].join('\n');
  return {
    has: (text) => {
      const plain = normalize(text);
      if (texts.has(plain)) return true;
      return isWithin(plain, all) || patterns.some((pattern) => isFilledIn(pattern, plain));
    },
  };
}

/** Whether a text stands in a longer one. Placeholders of the specification may be anything of one line. */
function isWithin(text: string, all: string): boolean {
  if (text.split(' ').length < PHRASE && !/[{.]/.test(text)) return false;
  const parts = text.split(/\{[^}]*\}|\.\.\./).map((part) => part.replaceAll(/[\\^$*+?.()|[\]{}]/g, String.raw`\$&`));
  return new RegExp(parts.join('[^\n]*')).test(all);
}

/** Whether a text is a pattern whose values are filled in. */
function isFilledIn(pattern: string, text: string): boolean {
  const parts = pattern.split(VALUE);
  if (parts.join('').length < OWN_PART * text.length) return false;
  const escaped = parts.map((part) => part.replaceAll(/[\\^$*+?.()|[\]{}]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.join('.*')}$`).test(text);
}

function textsOf(path: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: string): void => {
    if (normalize(text) !== '') found.push(normalize(text));
  };
  new Visitor({
    Literal: (literal) => {
      if (typeof literal.value === 'string') add(literal.value);
    },
    TemplateLiteral: (template) => add(textOf(template)),
    BinaryExpression: (sum) => {
      if (sum.operator === '+') add(textOf(sum as Expression));
    },
    JSXText: ({ value }) => add(value),
    JSXElement: ({ children }) => add(children.map(childText).join('')),
    JSXFragment: ({ children }) => add(children.map(childText).join('')),
  }).visit(parseSync(path, source).program);
  return found;
}

function textOf(expression: Expression): string {
  if (expression.type === 'Literal') return typeof expression.value === 'string' ? expression.value : VALUE;
  if (expression.type === 'TemplateLiteral')
    return expression.quasis.map(({ value }) => value.cooked ?? '').join(VALUE);
  if (expression.type === 'BinaryExpression' && expression.operator === '+')
    return textOf(expression.left as Expression) + textOf(expression.right);
  return VALUE;
}

function childText(child: JSXChild): string {
  if (child.type === 'JSXText') return child.value;
  if (child.type === 'JSXElement' || child.type === 'JSXFragment') return child.children.map(childText).join('');
  return child.type === 'JSXExpressionContainer' && child.expression.type !== 'JSXEmptyExpression'
    ? textOf(child.expression)
    : VALUE;
}

/** Layout and typographic quotes are no part of a text. */
const normalize = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/&apos;/g, "'")
    .trim();
