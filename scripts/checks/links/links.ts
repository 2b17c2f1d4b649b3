import { posix } from 'node:path';
import { textCheck } from '../check.ts';
import type { Tree } from '../tree.ts';
import { headingsOf, withoutCode } from './headings.ts';

const SOURCE_FILE = /\.(?:tsx?|mjs)$/;
const CITING_FILE = /\.(?:tsx?|mjs|css|sql)$/;

/** Links, headings, source files and commands that documents name exist. */
export const links = textCheck(
  'links',
  'links, headings, source files and npm scripts in documents, and cited pages exist',
  (tree) => {
    const pages = tree.files.filter((path) => path.endsWith('.md'));
    const scripts = scriptNames(tree);
    const targets: ReadonlySet<string> = new Set(tree.files.flatMap((file) => [file, ...parentsOf(file)]));
    const endings: ReadonlySet<string> = new Set(
      tree.files.filter((file) => SOURCE_FILE.test(file)).flatMap(endingsOf),
    );
    const findings = pages.flatMap((page) => [
      ...linkFindings(tree, page, targets),
      ...sourceFindings(tree, page, endings),
      ...scriptFindings(tree, page, scripts),
    ]);
    return {
      findings: [
        ...findings,
        ...tree.files.filter((path) => CITING_FILE.test(path)).flatMap((path) => citationFindings(tree, path, targets)),
      ],
      note: `${pages.length} pages`,
    };
  },
);

/** @param known the files and folders of the tree */
function linkFindings(tree: Tree, page: string, known: ReadonlySet<string>): string[] {
  return targetsOf(withoutCode(tree.read(page))).flatMap((target) => {
    if (/^(https?|mailto):/.test(target)) return [];
    const [file = '', heading] = decodeURI(target).split('#');
    const path = file === '' ? page : posix.normalize(posix.join(posix.dirname(page), file)).replace(/\/$/, '');
    if (!known.has(path)) return [`${page} links to ${target}, which does not exist`];
    if (heading === undefined || !path.endsWith('.md') || headingsOf(tree.read(path)).has(heading)) return [];
    return [`${page} links to ${target}, but ${path} has no such heading`];
  });
}

/**
 * Pages that a comment cites by their path in the project, with a heading or without.
 * @param known the files and folders of the tree
 */
function citationFindings(tree: Tree, path: string, known: ReadonlySet<string>): string[] {
  return [...tree.read(path).matchAll(/\b(docs\/(?:design\/)?[\w-]+\.md)(?:#([\w-]+))?/g)].flatMap(
    ([cited, page = '', heading]) => {
      const exists = known.has(page) && (heading === undefined || headingsOf(tree.read(page)).has(heading));
      return exists ? [] : [`${path} cites ${cited}, which does not exist`];
    },
  );
}

/**
 * Source files in backticks: `formats/csv/csv-machine.ts` stands for any file whose path ends so.
 * @param endings the path of each source file, and each part of it behind a slash
 */
function sourceFindings(tree: Tree, page: string, endings: ReadonlySet<string>): string[] {
  const named = [...tree.read(page).matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs))`/g)].flatMap(
    ([, path]) => path ?? [],
  );
  return named.filter((path) => !endings.has(path)).map((path) => `${page} names ${path}, which does not exist`);
}

function scriptFindings(tree: Tree, page: string, scripts: ReadonlySet<string>): string[] {
  return [...tree.read(page).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].flatMap(([whole, run, builtin]) =>
    scripts.has(run ?? builtin ?? '') ? [] : [`${page} names '${whole}', which package.json does not have`],
  );
}

function targetsOf(text: string): string[] {
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)];
  const references = [...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  const images = [...text.matchAll(/<(?:img|source)[^>]*?\ssrc(?:set)?="([^"]+)"/g)];
  return [...inline, ...references, ...images].flatMap((match) => match[1] ?? []);
}

function endingsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}

function parentsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

function scriptNames(tree: Tree): Set<string> {
  const manifest: unknown = JSON.parse(tree.read('package.json'));
  const scripts = typeof manifest === 'object' && manifest !== null && 'scripts' in manifest ? manifest.scripts : {};
  return new Set(Object.keys(scripts ?? {}));
}
