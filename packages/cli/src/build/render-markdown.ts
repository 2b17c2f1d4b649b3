import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';

export type Heading = { readonly depth: number; readonly id: string; readonly text: string };

export type RenderedPage = {
  /** The text of its first heading. */
  readonly title: string;
  /** The first sentence below it, as plain text. */
  readonly summary: string;
  readonly headings: readonly Heading[];
  readonly html: string;
};

/**
 * Renders a page of the documentation. Links to other pages lead to their HTML; a link to a file that is not a page is left
 * as its text, since the file is not served.
 * @param path of the page, below the folder of the documentation
 * @param addressOf the address of a page, or null for what is not one
 */
export function renderMarkdown(path: string, text: string, addressOf: (path: string) => string | null): RenderedPage {
  const marked = new Marked();
  const headings: Heading[] = [];
  const nextId = createIds();
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const heading = { depth, text: plainText(tokens), id: nextId(plainText(tokens)) };
        headings.push(heading);
        const anchor = `<a class="anchor" href="#${heading.id}" aria-label="Link to ${escapeHtml(heading.text)}">#</a>`;
        return `<h${depth} id="${heading.id}">${this.parser.parseInline(tokens)}${depth === 1 ? '' : anchor}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const content = this.parser.parseInline(tokens);
        const target = targetOf(path, href, addressOf);
        return target === null ? content : `<a href="${escapeHtml(target)}">${content}</a>`;
      },
      table({ header, rows }: Tokens.Table): string {
        const row = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th'): string =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = rows.map((cells) => row(cells, 'td')).join('\n');
        // Wide tables scroll by themselves, also by keyboard.
        return `<div class="table" tabindex="0"><table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      // Pages are Markdown only. The comment of a generated page is not shown.
      html: ({ text: raw }) => (raw.startsWith('<!--') ? '' : escapeHtml(raw)),
    },
  });
  const tokens = marked.lexer(text);
  return {
    title: textOf(tokens.find((token) => token.type === 'heading')),
    summary: firstSentence(textOf(tokens.find((token) => token.type === 'paragraph'))),
    html: marked.parser(tokens),
    headings,
  };
}

function targetOf(from: string, href: string, addressOf: (path: string) => string | null): string | null {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const address = addressOf(posix.normalize(posix.join(posix.dirname(from), decodeURI(file))));
  return address === null || anchor === undefined ? address : `${address}#${anchor}`;
}

/** Gives each heading the id that code hosts give it, so that links in the pages work in both places. */
function createIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const id = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = used.get(id) ?? 0;
    used.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}

const plainText = (tokens: readonly Token[]): string => tokens.map(textOf).join('');

function textOf(token: Token | undefined): string {
  if (token === undefined) return '';
  if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens);
  return 'text' in token ? String(token.text) : '';
}

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
