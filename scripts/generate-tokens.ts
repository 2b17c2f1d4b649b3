import { KEYWORDS } from '@switchboard/language/keywords';
import { SYMBOLS } from '@switchboard/language/symbols';
import type { Generator } from './generator.ts';

const TARGET = 'packages/language/src/syntax/tokens/codes.generated.ts';
const COLOURS = 'editors/vscode/syntaxes/switchboard-grammar.json';

const KINDS = ['end', 'invalid', 'number', 'double', 'single'];
/** Codes above this carry flags. */
const LARGEST_CODE = 0xfe;

const symbols = Object.entries(SYMBOLS);
const words = [...new Set(KEYWORDS.map(({ word }) => word))].sort();
const firstSymbol = KINDS.length;
const name = firstSymbol + symbols.length;
const firstWord = name + 1;
if (firstWord + words.length > LARGEST_CODE)
  throw new Error(`${words.length} keywords need more codes than a token has.`);

/** `then` is a key that a linter takes for a promise. */
function entry(key: string, code: number): string {
  const silenced = key === 'then' ? '  // biome-ignore lint/suspicious/noThenProperty: a number is not called\n' : '';
  return `${silenced}  ${key}: ${code},\n`;
}

const texts: (readonly [code: number, text: string])[] = [
  ...symbols.map(([, text], index) => [firstSymbol + index, text] as const),
  ...words.map((word, index) => [firstWord + index, word] as const),
];
const lines = Array.from({ length: firstWord + words.length }, (_, code) => {
  const text = texts.find(([each]) => each === code)?.[1] ?? '';
  return `  '${text}',\n`;
}).join('');

/** The codes of the tokens of scripts, and the keywords that VS Code colours. */
export const generator: Generator = {
  owns: /^(?:packages\/language\/src\/syntax\/tokens\/codes\.generated\.ts|editors\/vscode\/syntaxes\/switchboard-grammar\.json)$/,
  make: (tree) =>
    new Map([
      [TARGET, codesModule()],
      [COLOURS, withKeywords(tree.read(COLOURS))],
    ]),
};

/** The grammar of colours with every keyword; the constants among them have a colour of their own. */
function withKeywords(grammar: string): string {
  const coloured = words.filter((word) => !['true', 'false', 'null'].includes(word)).join('|');
  return grammar.replace(/\(\?i:[a-z_|]*\bdownload\b[a-z_|]*/, `(?i:${coloured}`);
}

function codesModule(): string {
  return `// Generated from the tables of keywords and symbols by "npm run generate". Do not edit.

/** The kinds of tokens. A keyword has its code wherever it stands: the parser decides whether it is one or a name. */
export const TOKEN = { ${KINDS.map((kind, code) => `${kind}: ${code}`).join(', ')}, name: ${name} } as const;

/** The codes of symbols. */
export const SYMBOL = {
${symbols.map(([key], index) => entry(key, firstSymbol + index)).join('')}} as const;

/** The codes of keywords. A token whose code is at least \`TOKEN.name\` is a name. */
export const WORD = {
${words.map((word, index) => entry(word, firstWord + index)).join('')}} as const;

/** The text of each symbol and keyword, by code; empty for tokens whose text varies. */
export const TEXT_OF: readonly string[] = [
${lines}];
`;
}
