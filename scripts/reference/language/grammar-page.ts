import { type GrammarRule, LEXICAL_RULES, REFUSED_RULES } from '@switchboard/language/core-grammar';
import { GRAMMAR } from '@switchboard/language/grammar';
import { RESERVED } from '@switchboard/language/reserved-words';
import { block, code, page, table } from '../markdown.ts';

const WIDTH = 100;

/** The grammar of the whole language. */
export function grammarPage(): string {
  return page(
    'Grammar',
    'In this notation `"word"` is literal, `[ … ]` occurs at most once, `{ … }` any number of times, `( … | … )` for one of several. ' +
      'A test makes sentences of these rules, and of sentences wrong ones, and asks the parser about each.',
    ...GRAMMAR.flatMap(({ title, rules }) => [`## ${title}`, rulesText(rules)]),
    '## Tokens',
    table(
      ['Token', 'Made of', ''],
      LEXICAL_RULES.map(({ name, ebnf, note = '' }) => [name, ebnf, note]),
    ),
    'In an expression these words are reserved, so a column of such a name is quoted: ' +
      `${[...RESERVED].sort().map(code).join(', ')}, \`not\`. Keywords are written in lower case; other cases are understood, with a warning.`,
    '## Not in the language',
    'Common SQL syntax is recognised and reported, with a quick fix.',
    rulesText(REFUSED_RULES),
  );
}

function rulesText(rules: readonly GrammarRule[]): string {
  const notes = rules.flatMap(({ name, note }) => (note === undefined ? [] : [`- ${code(name)}: ${note}`]));
  return [block(rules.map(ruleText).join('\n'), 'ebnf'), notes.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** A rule of the grammar. A long one is broken at the bars outside its brackets. */
function ruleText({ name, ebnf }: GrammarRule): string {
  const options = alternatives(ebnf);
  const pieces =
    options.length > 1 ? options.map((option, index) => (index === 0 ? option : `| ${option}`)) : atoms(ebnf);
  const indent = ' '.repeat(name.length + (options.length > 1 ? 1 : 3));
  const lines = [`${name} =`];
  for (const piece of [...pieces, ';']) {
    const last = lines.pop() ?? '';
    const isFull = last.length + piece.length >= WIDTH && piece !== ';';
    lines.push(...(isFull ? [last, indent + piece] : [`${last} ${piece}`]));
  }
  return lines.join('\n');
}

/** The alternatives: the parts between bars outside brackets. */
function alternatives(ebnf: string): readonly string[] {
  const options = [''];
  let depth = 0;
  for (const piece of ebnf.split(' ')) {
    depth += depthOf(piece);
    if (piece === '|' && depth === 0) options.push('');
    else options.push(`${options.pop() ?? ''} ${piece}`.trimStart());
  }
  return options;
}

/** The parts that follow each other, brackets with what they hold. */
function atoms(ebnf: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  for (const piece of ebnf.split(' ')) {
    if (depth === 0) parts.push(piece);
    else parts.push(`${parts.pop() ?? ''} ${piece}`);
    depth += depthOf(piece);
  }
  return parts;
}

const depthOf = (piece: string): number => (/^[([{]$/.test(piece) ? 1 : /^[)\]}]$/.test(piece) ? -1 : 0);
