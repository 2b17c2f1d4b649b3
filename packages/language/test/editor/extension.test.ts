import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar } from 'vscode-textmate';
import { KEYWORDS } from '../../src/keywords.ts';
import { lex } from '../../src/syntax/tokens/lexer.ts';
import { linesOf } from '../../src/text/lines.ts';
import { samples } from '../scripts.ts';

const EXTENSION = new URL('../../../../editors/vscode/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, EXTENSION), 'utf8');

let grammar: IGrammar;
beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(readFileSync(wasm));
  const path = 'syntaxes/switchboard-grammar.json';
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: oniguruma.createOnigScanner,
      createOnigString: oniguruma.createOnigString,
    }),
    loadGrammar: () => Promise.resolve(textmate.parseRawGrammar(read(path), path)),
  });
  const loaded = await registry.loadGrammar('source.switchboard');
  if (!loaded) throw new Error('the grammar cannot be loaded');
  grammar = loaded;
});

/** The innermost scope at each place of a text, by line and column from 0. */
function scopesOf(text: string): (line: number, column: number) => string {
  let stack = textmate.INITIAL;
  const lines = text.split(/\r\n|\n|\r/).map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens;
  });
  return (line, column) => {
    const token = lines[line]?.find(({ startIndex, endIndex }) => startIndex <= column && column < endIndex);
    return token?.scopes.at(-1) ?? '';
  };
}

/** The scope of a line at its mark `^`. */
function scopeAtMark(marked: string): string {
  return scopesOf(marked.replace('^', ''))(0, marked.indexOf('^'));
}

test('comments, texts and numbers of all good samples are seen as the lexer sees them', () => {
  for (const { text } of samples('good').flatMap(({ files }) => files)) {
    const lines = linesOf(text);
    const scopeAt = scopesOf(text);
    const scope = (offset: number): string => {
      const { line, column } = lines.at(offset);
      return scopeAt(line - 1, column - 1);
    };
    const { tokens, comments } = lex(text, () => undefined);
    for (const { start } of comments) expect(scope(start)).toMatch(/^comment\./);
    for (const { kind, start, text: word } of tokens) {
      if (kind === 'string') expect(scope(start)).toMatch(/^string\.quoted/);
      else if (kind === 'number') expect(scope(start)).toMatch(/^constant\.numeric/);
      else if (kind !== 'end') expect(`${word} ${scope(start)}`).not.toMatch(/ (comment|string|constant\.numeric)\./);
    }
  }
});

test.each([
  ['^download ads from {', 'keyword.declaration'],
  ['download ^ads from {', 'entity.name.type'],
  ['download ads from { ^url: "x"; }', 'variable.other.property'],
  ['using { clicks: ^integer; }', 'support.type'],
  ['using { ^table: string; }', 'variable.other.property'],
  ['select ^sum(clicks) as clicks', 'support.function'],
  ['url: "a/^{YYYY}"', 'constant.other.placeholder'],
  ['select a.^from from ads', 'variable.other.property'],
  ['where site is not ^null', 'constant.language'],
])('%s is a %s', (marked, scope) => {
  expect(scopeAtMark(marked)).toBe(`${scope}.switchboard`);
});

test('every word of the language has a colour', () => {
  for (const { word } of KEYWORDS) expect(scopeAtMark(`a ^${word} b`)).toMatch(/^(keyword|constant\.language)\./);
});

test('the manifest names files that are there, and the extension can be read', () => {
  const manifest = JSON.parse(read('package.json')) as {
    main: string;
    contributes: { languages: { configuration: string; extensions: string[] }[]; grammars: { path: string }[] };
  };
  const { languages, grammars } = manifest.contributes;
  expect(languages[0]?.extensions).toEqual(['.sbs']);
  for (const path of [manifest.main, languages[0]?.configuration, grammars[0]?.path])
    expect(existsSync(new URL(path ?? 'nothing', EXTENSION))).toBe(true);
  JSON.parse(read('language-configuration.json'));
  const { status } = spawnSync(process.execPath, ['--check', fileURLToPath(new URL('extension.js', EXTENSION))]);
  expect(status).toBe(0);
});
