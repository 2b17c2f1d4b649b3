import { posix } from 'node:path';
import { textCheck } from './check.ts';
import type { Tree } from './tree.ts';

const SOURCE_FILE = /\.(?:tsx?|mjs)$/;

/** Links, headings, source files and commands that documents name exist. */
export const links = textCheck('links', 'links, headings, source files and npm scripts in documents exist', (tree) => {
  const pages = tree.files.filter((path) => path.endsWith('.md'));
  const scripts = scriptNames(tree);
  const targets: ReadonlySet<string> = new Set(tree.files.flatMap((file) => [file, ...parentsOf(file)]));
  const endings: ReadonlySet<string> = new Set(tree.files.filter((file) => SOURCE_FILE.test(file)).flatMap(endingsOf));
  return {
    findings: pages.flatMap((page) => [
      ...linkFindings(tree, page, targets),
      ...sourceFindings(tree, page, endings),
      ...scriptFindings(tree, page, scripts),
    ]),
    note: `${pages.length} pages`,
  };
});

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

/** The anchors that a code host gives to a page's headings. */
function headingsOf(text: string): Set<string> {
  return new Set(
    [...withoutCode(text).matchAll(/^#+\s+(.*)$/gm)].map(([, title = '']) =>
      title
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}

function withoutCode(text: string): string {
  return text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
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
