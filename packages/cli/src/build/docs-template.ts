import { DOCS_FILES, DOCS_SECTIONS, docsAddress } from './docs-sections.ts';
import { escapeHtml, type Heading, type RenderedPage } from './render-markdown.ts';

const MAX_HEADINGS = 60;

const LOGO =
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" ' +
  'stroke-linecap="round" aria-hidden="true"><circle cx="4" cy="5" r="2"/><circle cx="4" cy="15" r="2"/>' +
  '<circle cx="16" cy="10" r="2"/><path d="M6 5h3c3 0 2 5 5 5M6 15h3c3 0 2-5 5-5"/></svg>';

export type DocsPage = {
  /** Its file below docs/; empty for the first page. */
  readonly path: string;
  readonly title: string;
  readonly content: string;
  readonly headings: readonly Heading[];
};

/** An HTML page of the documentation: header, navigation, content and the headings of the page. */
export function docsHtml(page: DocsPage, titles: ReadonlyMap<string, string>): string {
  const title = page.path === '' ? 'Switchboard docs' : `${escapeHtml(page.title)} · Switchboard docs`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<script src="/color-scheme.js"></script>
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="logo" href="/docs/" aria-label="Switchboard docs">${LOGO}<span>Switchboard</span><span class="docs">Docs</span></a>
<a class="console" href="/">Console</a>
</header>
<div class="frame">
<nav class="pages" aria-label="Pages"><details><summary>Pages</summary>${navigation(page.path, titles)}</details></nav>
<main id="main" tabindex="-1"><article>
${page.content}</article></main>
${contents(page.headings)}
</div>
</body>
</html>
`;
}

function navigation(current: string, titles: ReadonlyMap<string, string>): string {
  return DOCS_SECTIONS.map(({ title, pages }) => {
    const links = pages.map((path) => {
      const isCurrent =
        path === current ||
        (current.startsWith('reference/language/diagnostics/') && path.endsWith('diagnostics/README.md'));
      const mark = isCurrent ? ' aria-current="page"' : '';
      return `<li><a href="${docsAddress(path)}"${mark}>${escapeHtml(titles.get(path) ?? path)}</a></li>`;
    });
    return `<h2>${title}</h2><ul>${links.join('')}</ul>`;
  }).join('');
}

/** The headings of a page, for a page that has several. Of many only those of the second level. */
function contents(headings: readonly Heading[]): string {
  const inner = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const shown = inner.length > MAX_HEADINGS ? inner.filter(({ depth }) => depth === 2) : inner;
  if (shown.length < 2) return '';
  const links = shown.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`;
}

/** The content of the first page: every section with its pages and what they are about. */
export function docsOverview(pages: ReadonlyMap<string, RenderedPage>): string {
  const sections = DOCS_SECTIONS.map(({ title, pages: paths }) => {
    const cards = paths.map((path) => {
      const page = pages.get(path);
      return `<li><a href="${docsAddress(path)}">${escapeHtml(page?.title ?? path)}</a><p>${escapeHtml(page?.summary ?? '')}</p></li>`;
    });
    return `<h2>${title}</h2>\n<ul class="cards">${cards.join('\n')}</ul>\n`;
  });
  const files = DOCS_FILES.map(({ path, name }) => `<a href="/docs/${path}">${name}</a>`);
  return `<h1>Documentation</h1>\n<p>What scripts may say, what connectors take, what the API answers, and what every status and error means.</p>\n${sections.join('')}<p>${files.join(' · ')}</p>\n`;
}
