import { textCheck } from '../check.ts';
import type { Tree } from '../tree.ts';
import { BANNED_FILES, BANNED_NAMES, BANNED_WORDS, type BannedWord, PRESCRIBED_TEXTS } from './word-list.ts';

const READ = /\.(?:ts|tsx|mts|mjs|css|md|graphql|sql|sbs|html)$/;
/** Generated files repeat their sources; released migrations never change; the check itself names the words. */
const FREE =
  /\.generated\.|\/generated\/|^docs\/(?:reference|screens)\/|\/db\/migrations\/|^scripts\/(?:breaches|checks\/words)\/|\.d\.ts$/;

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
  const written = [path, ...tree.read(path).split('\n')].flatMap((line, number) => {
    const text = PRESCRIBED_TEXTS.reduce((rest, prescribed) => rest.replaceAll(prescribed, ''), line);
    const found = (searched: string, words: readonly BannedWord[]): string[] =>
      words.flatMap(({ pattern, instead }) =>
        [...searched.matchAll(pattern)].map(([word]) => `${path}:${number} '${word}'; write ${instead}`),
      );
    return [...found(wordsOf(text), BANNED_WORDS), ...found(text, BANNED_NAMES)];
  });
  return [...named, ...written];
}

/** Names split into words: `findCircles`, `find_circles` and `find-circles` read "find circles". */
function wordsOf(line: string): string {
  return line
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
}
