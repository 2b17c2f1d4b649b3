import { textCheck } from '../check.ts';
import { isTest, type Tree } from '../tree.ts';
import { BANNED_FILES, BANNED_WORDS, PRESCRIBED_TEXTS } from './word-list.ts';

const READ = /\.(?:ts|tsx|mts|mjs|css|md|graphql|sql|sbs|html)$/;
/** Generated files repeat their sources; released migrations never change; the check itself names the words. */
const FREE =
  /\.generated\.|\/generated\/|^docs\/(?:reference|screens)\/|\/db\/migrations\/|^scripts\/(?:breaches|checks\/words)\/|\.d\.ts$/;
const BASELINE = 'scripts/checks/words/baseline.txt';

/** Words that the field has better terms for, in names, comments, messages, tests and documents. */
export const words = textCheck(
  'words',
  'plain words in code, messages and documents (scripts/checks/words/word-list.ts)',
  (tree) => {
    const found = Map.groupBy(
      tree.files.filter((path) => READ.test(path) && !FREE.test(path)).flatMap((path) => findingsIn(tree, path)),
      ({ area }) => area,
    );
    const known = readBaseline(tree);
    const findings = [...found].flatMap(([area, own]) => {
      const allowed = known.get(area) ?? 0;
      return own.length <= allowed
        ? []
        : [`${area}: ${own.length} banned words, ${allowed} known`, ...own.map(({ text }) => `  ${text}`)];
    });
    const left = [...found.values()].reduce((sum, own) => sum + own.length, 0);
    return { findings, note: `${left} banned words left` };
  },
);

type Finding = { readonly area: string; readonly text: string };

function findingsIn(tree: Tree, path: string): Finding[] {
  const area = areaOf(path);
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
  const named = BANNED_FILES.has(stem)
    ? [{ area, text: `${path}: the file name '${stem}' does not say what it is` }]
    : [];
  const written = [path, ...tree.read(path).split('\n')].flatMap((line, number) => {
    const plain = wordsOf(PRESCRIBED_TEXTS.reduce((rest, text) => rest.replaceAll(text, ''), line));
    return BANNED_WORDS.flatMap(({ pattern, instead }) =>
      [...plain.matchAll(pattern)].map(([word]) => ({ area, text: `${path}:${number} '${word}'; write ${instead}` })),
    );
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

/** A package, without and with its tests, or a top folder. */
function areaOf(path: string): string {
  const [top = '', name = ''] = path.split('/');
  if (top !== 'packages') return path.includes('/') ? top : path;
  return `${top}/${name}${isTest(path) ? ' tests' : ''}`;
}

/** Number of known uses by area; it may only shrink. */
function readBaseline(tree: Tree): ReadonlyMap<string, number> {
  if (!tree.files.includes(BASELINE)) return new Map();
  const lines = tree
    .read(BASELINE)
    .split('\n')
    .filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]));
}
