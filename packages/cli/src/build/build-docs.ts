import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DOCS_FILES, DOCS_SECTIONS, docsAddress } from './docs-sections.ts';
import { docsHtml, docsOverview } from './docs-template.ts';
import { type RenderedPage, renderMarkdown } from './render-markdown.ts';

const TOKENS = 'packages/console/src/ui/theme/tokens.css';
const STYLE = join(import.meta.dirname, 'docs.css');
/** The console's font, as its build has named it. */
const FONT = /^inter-basic-latin-.*\.woff2$/;

/**
 * Writes the documentation as HTML with the console's style: the generated reference, and the pages that explain it.
 * @param root the repository
 * @param folder the built console, whose font the pages use; they are written to its folder `docs`
 */
export async function buildDocs(root: string, folder: string): Promise<void> {
  const sources = await findPages(join(root, 'docs'));
  const known = new Set(sources);
  const addressOf = (path: string): string | null => (known.has(path) ? docsAddress(path) : null);
  const pages = new Map<string, RenderedPage>();
  for (const path of sources) {
    pages.set(path, renderMarkdown(path, await readFile(join(root, 'docs', path), 'utf8'), addressOf));
  }
  const titles = new Map([...pages].map(([path, { title }]) => [path, title]));

  const write = async (address: string, text: string): Promise<void> => {
    const file = join(folder, address);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const overview = { path: '', title: '', content: docsOverview(pages), headings: [] };
  await write('/docs/index.html', docsHtml(overview, titles));
  for (const [path, { title, html, headings }] of pages) {
    await write(docsAddress(path), docsHtml({ path, title, content: html, headings }, titles));
  }
  for (const { path } of DOCS_FILES) await copyFile(join(root, 'docs', path), join(folder, 'docs', path));
  await write('/docs/docs.css', await styleSheet(root, folder));
}

/** The pages of the sections, and every page of the reference. */
async function findPages(folder: string): Promise<string[]> {
  const reference = await readdir(join(folder, 'reference'), { recursive: true });
  const found = reference
    .map((path) => `reference/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'));
  return [...new Set<string>([...DOCS_SECTIONS.flatMap(({ pages }) => pages), ...found.sort()])];
}

async function styleSheet(root: string, folder: string): Promise<string> {
  const font = (await readdir(join(folder, 'assets')).catch(() => [])).find((name) => FONT.test(name));
  const face =
    font === undefined
      ? ''
      : `@font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap; ` +
        `src: url('/assets/${font}') format('woff2-variations'); }\n`;
  return `${face}${await readFile(join(root, TOKENS), 'utf8')}\n${await readFile(STYLE, 'utf8')}`;
}
