import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { beforeAll, expect, test } from 'vitest';
import { buildDocs } from './build-docs.ts';
import { DOCS_SECTIONS } from './docs-sections.ts';
import { renderMarkdown } from './render-markdown.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const folder = useFolder('docs');
const read = (address: string): string => readFileSync(join(folder, address), 'utf8');
let pages: string[];

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/inter-basic-latin-abc.woff2'), '');
  await buildDocs(ROOT, folder);
  pages = readdirSync(join(folder, 'docs'), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.html'))
    .map((path) => `/docs/${path}`);
});

test('every page of the reference is a page', () => {
  const sources = readdirSync(join(ROOT, 'docs/reference'), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.md'));
  for (const path of sources) {
    expect(pages).toContain(`/docs/reference/${path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')}`);
  }
});

test('every page of the reference but a message of the compiler is in the navigation', () => {
  const listed: readonly string[] = DOCS_SECTIONS.flatMap((section) => section.pages);
  const sources = readdirSync(join(ROOT, 'docs/reference'), { recursive: true })
    .map((path) => `reference/${String(path)}`)
    .filter((path) => path.endsWith('.md') && !/diagnostics\/sbs\d+\.md$/.test(path));
  expect(sources.filter((path) => !listed.includes(path))).toEqual([]);
});

test('every link leads to a page, and every anchor to a heading', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/href="([^"]+)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => href.startsWith('/docs/') || href.startsWith('#'))
      .filter((href) => {
        const [address = '', anchor] = href.split('#');
        const target = address === '' ? page : address.endsWith('/') ? `${address}index.html` : address;
        if (!target.endsWith('.html')) return false;
        if (!pages.includes(target)) return true;
        return anchor !== undefined && anchor !== 'main' && !read(target).includes(`id="${anchor}"`);
      })
      .map((href) => `${page}: ${href}`),
  );
  expect(broken).toEqual([]);
});

test('the first page leads to the licences of third-party software and to the bill of materials', () => {
  const files = [...read('/docs/index.html').matchAll(/href="(\/docs\/reference\/[^"]+\.(?:txt|json))"/g)];
  const [notices = '', sbom = ''] = files.map(([, address = '']) => read(address));
  expect(notices).toContain('elkjs 0.12.1 (EPL-2.0; source code: https://github.com/kieler/elkjs.git)');
  expect(JSON.parse(sbom)).toMatchObject({ bomFormat: 'CycloneDX' });
});

test('a page has its title, its place in the navigation and its headings', () => {
  const page = read('/docs/reference/language/types.html');
  expect(page).toContain('<title>Types · Switchboard docs</title>');
  expect(page).toContain('<a href="/docs/reference/language/types.html" aria-current="page">Types</a>');
  expect(page).toMatch(/<nav class="contents" aria-label="On this page">/);
  expect(page).not.toContain('Made by npm run generate');
  expect(read('/docs/index.html')).toContain('<a href="/docs/reference/connectors.html">');
});

test('the style sheet names the font of the build', () => {
  expect(read('/docs/docs.css')).toContain("url('/assets/inter-basic-latin-abc.woff2')");
});

test('text of a page never becomes markup', () => {
  const { html } = renderMarkdown('a.md', '# A <b>c</b>\n\n| `<x>` |\n| --- |\n| <script>x</script> |', () => null);
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('&lt;script&gt;');
});

test('a link to a file that is not a page stays text', () => {
  const { html } = renderMarkdown('reference/a.md', 'See [b](b.md) and [code](../../packages/x.ts).', (path) =>
    path === 'reference/b.md' ? '/docs/reference/b.html' : null,
  );
  expect(html).toContain('<a href="/docs/reference/b.html">b</a> and code.');
});
