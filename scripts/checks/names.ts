import { textCheck } from './check.ts';
import { readModule } from './modules.ts';
import { isSource } from './tree.ts';

const LINE_LIMIT = 400;
const BANNED = new Set(['utils', 'helpers', 'common', 'shared', 'manager', 'base', 'misc', 'v2', 'legacy']);
/** Names that the product's interface prescribes, in the spellings it uses. */
const PRESCRIBED = [/meV2/gi, /legacy_?flow_?source/gi, /list-accounts-v2/g];
const KEBAB = /^\.?[a-z0-9]+([.-][a-z0-9]+)*$/;
const CAPITALS = new Set(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE']);
/** Names that a tool gives, and those of tables that fixtures are called by. */
const FREE =
  /^(deploy\/(?:helm|systemd)|docs\/screens|scripts\/breaches|examples\/fixtures|demo\/.*\/fixtures)\/|\/__snapshots__\//;

/** File sizes, file names and the names that code exports. */
export const names = textCheck(
  'names',
  `files of at most ${LINE_LIMIT} lines, kebab-case, none of the empty words (utils, helpers, …)`,
  (tree) => {
    const own = tree.files.filter((path) => !FREE.test(path));
    const sources = own.filter(isSource);
    const sizes = sources.map((path) => ({ path, lines: tree.read(path).split('\n').length - 1 }));
    const findings = [
      ...own.flatMap(pathFindings),
      ...sizes
        .filter(({ lines }) => lines > LINE_LIMIT)
        .map(({ path, lines }) => `${path}: ${lines} lines; split it by use case (limit ${LINE_LIMIT})`),
      ...sources.flatMap((path) =>
        readModule(tree, path).exports.flatMap(({ name, line }) => {
          const word = bannedWord(name);
          return word ? [`${path}:${line} exports ${name}: the word '${word}' says nothing; name what it is`] : [];
        }),
      ),
    ];
    const median = sizes.map(({ lines }) => lines).sort((a, b) => a - b)[sizes.length >> 1] ?? 0;
    return { findings, note: `${sources.length} files, median ${median} lines` };
  },
);

function pathFindings(path: string): string[] {
  const parts = path.split('/');
  return parts.flatMap((part) => {
    if (CAPITALS.has(part)) return [];
    if (!KEBAB.test(part)) return [`${path}: '${part}' is not kebab-case`];
    if (!/\.(ts|tsx|css|md|mjs)$/.test(part) && part.includes('.')) return [];
    const word = bannedWord(part.replace(/\.\w+$/, ''));
    return word ? [`${path}: the word '${word}' says nothing; name what it is`] : [];
  });
}

/** The first banned word in a camelCase, PascalCase, snake_case or kebab-case name. */
function bannedWord(name: string): string | undefined {
  const free = PRESCRIBED.reduce((text, pattern) => text.replace(pattern, ''), name);
  return free
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .find((word) => BANNED.has(word));
}
