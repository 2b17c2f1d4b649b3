import { expect } from 'vitest';
import type {
  CodeLens,
  CompletionList,
  DocumentDiagnosticReport,
  DocumentLink,
  SelectionRange,
  TextEdit,
} from 'vscode-languageserver-protocol';
import { applied, type Session } from './session.ts';

const SOURCES = 'ads/sources.sbs';
const TABLES = 'tables.sbs';
const UPLOADS = 'out put/uploads.sbs';

/** Services around the text: lenses, links, growing selections, layout while typing, and messages on request. */
export function describeLenses(
  session: (story: (client: Session) => Promise<void>) => () => Promise<void>,
  add: (title: string, run: () => Promise<void>) => void,
): void {
  add(
    'shows lenses that run uploads and preview tables, with the rows of the last run',
    session(async (client) => {
      const lenses = async (path: string): Promise<(string | undefined)[]> => {
        const found = await client.request<CodeLens[]>('textDocument/codeLens', {
          textDocument: { uri: client.uri(path) },
        });
        return found.map(({ command }) => `${command?.title} ${String(command?.arguments?.[1] ?? '')}`.trim());
      };
      expect(await lenses(TABLES)).toEqual(['Preview daily', 'Preview all_of_it']);
      expect(await lenses(UPLOADS)).toEqual(['Run daily', 'Run all_of_it']);
      expect(await client.request('switchboard/rows', { rows: { daily: 1234, all_of_it: 1, wrong: 'x' } })).toBeNull();
      expect(await lenses(UPLOADS)).toEqual([
        'Run daily',
        '1,234 rows in the last run',
        'Run all_of_it',
        '1 row in the last run',
      ]);
    }),
  );

  add(
    'links the addresses of a file',
    session(async (client) => {
      const links = await client.request<DocumentLink[]>('textDocument/documentLink', {
        textDocument: { uri: client.uri(SOURCES) },
      });
      expect(links).toEqual([
        { range: client.range(SOURCES, 'https://example.com/ads'), target: 'https://example.com/ads' },
      ]);
    }),
  );

  add(
    'grows a selection from a word to its brackets, its declaration and the file',
    session(async (client) => {
      const { textDocument, position } = client.at(TABLES, 'clicks) as', 2);
      const [range] = await client.request<SelectionRange[]>('textDocument/selectionRange', {
        textDocument,
        positions: [position],
      });
      const texts: string[] = [];
      const lines = client.text(TABLES).split('\n');
      for (let each = range; each; each = each.parent) {
        const { start, end } = each.range;
        texts.push(start.line === end.line ? (lines[start.line] ?? '').slice(start.character, end.character) : 'more');
      }
      expect(texts).toEqual([
        'clicks',
        '(clicks)',
        'table daily is select date, site, sum(clicks) as clicks from ads;',
        'more',
      ]);
    }),
  );

  add(
    'formats a declaration when its semicolon is typed',
    session(async (client) => {
      const cramped = 'table a is select 1 as one from ads;\ntable   b is select x,y from a ;';
      await client.open(TABLES, cramped);
      const ask = (line: number, character: number): Promise<TextEdit[]> =>
        client.request('textDocument/onTypeFormatting', {
          textDocument: { uri: client.uri(TABLES) },
          position: { line, character },
          ch: ';',
          options: { tabSize: 4, insertSpaces: true },
        });
      expect(applied(cramped, await ask(1, 32))).toBe(
        'table a is select 1 as one from ads;\ntable b is select x, y from a;',
      );
      expect(await ask(1, 5)).toEqual([]);
    }),
  );

  add(
    'answers the messages of a file',
    session(async (client) => {
      await client.open(TABLES, 'table daily is select sites from ads;');
      const report = await client.request<DocumentDiagnosticReport>('textDocument/diagnostic', {
        textDocument: { uri: client.uri(TABLES) },
      });
      expect(report.kind === 'full' ? report.items.map(({ code }) => code) : []).toContain('SBS2004');
    }),
  );

  add(
    'completes columns before the tables are written, and inside columns',
    session(async (client) => {
      await client.open(TABLES, 'table a is select  ;\ntable b is select columns("") from ads;');
      const labels = async (text: string, by: number): Promise<string[]> => {
        const { items } = await client.request<CompletionList>('textDocument/completion', client.at(TABLES, text, by));
        return items.map(({ label }) => label);
      };
      expect(await labels('select  ;', 7)).toEqual(expect.arrayContaining(['date', 'site', 'clicks']));
      expect(await labels('("")', 2)).toEqual(expect.arrayContaining(['^clicks$', '^site$']));
    }),
  );
}
