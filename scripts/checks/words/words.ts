import { textCheck } from '../check.ts';
import { isTest, type Tree } from '../tree.ts';
import {
  BANNED_DOCSTRING,
  BANNED_FILES,
  BANNED_NAMES,
  BANNED_TITLE,
  BANNED_WORDS,
  type BannedWord,
  PRESCRIBED_TEXTS,
} from './word-list.ts';

const READ = /\.(?:ts|tsx|mts|mjs|css|md|graphql|sql|sbs|html)$/;
/** Generated files repeat their sources; released migrations never change; the check itself names the words. */
const FREE =
  /\.generated\.|\/generated\/|^docs\/(?:reference|screens)\/|\/db\/migrations\/|^scripts\/(?:breaches|checks\/words)\/|\.d\.ts$/;

/** Matches in every text with a finding, so that the lines of other files are not matched with each word. */
const ANY_WORD = anyOf(BANNED_WORDS);
const ANY_NAME = anyOf(BANNED_NAMES);

/** Words that the field has better terms for, in names, comments, messages, tests and documents. */
export const words = textCheck(
  'words',
  'plain words in code, messages and documents (scripts/checks/words/word-list.ts)',
  (tree) => {
    const found = tree.files
      .filter((path) => READ.test(path) && !FREE.test(path))
      .flatMap((path) => findingsIn(tree, path));
    return { findings: found, note: `${found.length} banned words` };
  },
);

function findingsIn(tree: Tree, path: string): string[] {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
  const named = BANNED_FILES.has(stem) ? [`${path}: the file name '${stem}' does not say what it is`] : [];
  const whole = withoutPrescribed(`${path}\n${tree.read(path)}`);
  const documented = [
    ...(path.endsWith('.md') ? [] : docstringFindings(path, whole)),
    ...(isTest(path) ? titleFindings(path, whole) : []),
  ];
  if (!ANY_WORD.test(wordsOf(whole)) && !ANY_NAME.test(whole)) return [...named, ...documented];
  const written = whole.split('\n').flatMap((text, number) => {
    const found = (searched: string, words: readonly BannedWord[]): string[] =>
      words.flatMap(({ pattern, instead }) =>
        [...searched.matchAll(pattern)].map(([word]) => `${path}:${number} '${word}'; write ${instead}`),
      );
    return [...found(wordsOf(text), BANNED_WORDS), ...found(text, BANNED_NAMES)];
  });
  return [...named, ...documented, ...written];
}

/** @param whole the path, then the text from line 1 */
function docstringFindings(path: string, whole: string): string[] {
  return beginningsIn(whole, BANNED_DOCSTRING).map(
    ([line, word]) => `${path}:${line} a docstring begins with '${word}'; state the thing itself`,
  );
}

/** @param whole the path, then the text from line 1 */
function titleFindings(path: string, whole: string): string[] {
  return beginningsIn(whole, BANNED_TITLE).map(
    ([line, word]) =>
      `${path}:${line} a title begins with '${word}'; state the behaviour of a test, and name the thing of a group`,
  );
}

/** Line and first group of each match. */
function beginningsIn(whole: string, pattern: RegExp): [line: number, word: string][] {
  return [...whole.matchAll(pattern)].map(({ 0: match, 1: word = '', index }) => [
    whole.slice(0, index + match.length).split('\n').length - 1,
    word,
  ]);
}

/** Matches where one of these words does, with the lines of a text as they would match alone. */
function anyOf(words: readonly BannedWord[]): RegExp {
  return new RegExp(words.map(({ pattern }) => `(?:${pattern.source})`).join('|'), 'm');
}

/** @param text whole lines; no prescribed text spans two */
function withoutPrescribed(text: string): string {
  return PRESCRIBED_TEXTS.reduce((rest, prescribed) => rest.replaceAll(prescribed, ''), text);
}

/** Names split into words: `findCircles`, `find_circles` and `find-circles` read "find circles". */
function wordsOf(line: string): string {
  return line
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
}
