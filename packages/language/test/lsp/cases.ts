import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { describe, expect, test } from 'vitest';
import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  SemanticTokens,
  SignatureHelp,
  TextEdit,
  WorkspaceEdit,
  WorkspaceSymbol,
} from 'vscode-languageserver-protocol';
import { TOKEN_TYPES } from '../../src/editor/semantic-tokens.ts';
import { describeCompletion } from './completion-cases.ts';
import { describeLenses } from './lens-cases.ts';
import { describePatterns } from './pattern-cases.ts';
import { applied, codesOf, lineageCase, Session, type Transport } from './session.ts';

const FILES = {
  'ads/sources.sbs': `// What the partner sends.
download ads from { type: "web"; url: "https://example.com/ads"; } using {
    date: date;
    site: string;
    clicks: integer;
};
`,
  'tables.sbs': `table daily is select date, site, sum(clicks) as clicks from ads;
table all_of_it is
    select * from daily;
`,
  'out put/uploads.sbs': `upload daily to { type: "disk"; path: "daily.csv"; };
upload all_of_it to { type: "disk"; path: "all.csv"; };
`,
};
const DAILY = 'tables.sbs';
/** A path with a space, which clients escape in addresses. */
const UPLOADS = 'out put/uploads.sbs';
const SOURCES = 'ads/sources.sbs';

const none = (codes: readonly string[]): boolean => codes.length === 0;
const has =
  (code: string) =>
  (codes: readonly string[]): boolean =>
    codes.includes(code);

/**
 * Describes the behaviour that every editor relies on, the same over every transport.
 * @param shares a test run takes one of so many parts of the cases, because each starts a server; by default it takes all
 */
export function describeServer(transport: Transport, shares?: number): void {
  const cases: [title: string, run: () => Promise<void>][] = [];
  const add = (title: string, run: () => Promise<void>): void => void cases.push([title, run]);
  const session = (
    story: (session: Session) => Promise<void>,
    { files = FILES, begin = true }: { files?: Readonly<Record<string, string>>; begin?: boolean } = {},
  ): (() => Promise<void>) => {
    return async () => {
      const started = await transport.start(files);
      try {
        const client = new Session(started, files);
        if (begin) await client.initialize();
        await story(client);
      } finally {
        await started.dispose();
      }
    };
  };

  describeCompletion(session, add);
  describePatterns(session, add);
  describeLenses(session, add);

  add(
    'reports its capabilities, and rejects requests before initialize',
    session(
      async (client) => {
        const early = client.request('textDocument/hover', client.at(DAILY, 'daily'));
        await expect(early).rejects.toMatchObject({ code: -32002 });
        const { capabilities, serverInfo } = await client.initialize();
        expect(serverInfo?.name).toBe('switchboard');
        expect(capabilities).toMatchObject({
          textDocumentSync: { change: 2 },
          renameProvider: { prepareProvider: true },
        });
      },
      { begin: false },
    ),
  );

  add(
    'reports errors while a script is edited, also in other files',
    session(async (client) => {
      await client.open(DAILY);
      await client.messages(DAILY, has('SBS5006'), 1);
      const broken = await client.type(DAILY, { range: client.range(DAILY, 'all_of_it'), text: 'everything' });
      const { diagnostics } = await client.messages(UPLOADS, has('SBS2009'));
      expect(diagnostics[0]).toMatchObject({
        severity: 1,
        source: 'switchboard',
        range: { start: { line: 1, character: 7 } },
      });
      expect(broken).toBe(2);
      await client.type(
        DAILY,
        { range: client.range(DAILY, 'everything'), text: 'all_of' },
        { range: { start: { line: 1, character: 12 }, end: { line: 1, character: 12 } }, text: '_it' },
      );
      expect(client.text(DAILY)).toBe(FILES[DAILY]);
      await client.messages(UPLOADS, none);
      await client.messages(DAILY, has('SBS5006'), 3);
    }),
  );

  add(
    'reads files that are not open, and the stored text of files that close',
    session(async (client) => {
      await client.open(UPLOADS, 'upload dayly to { type: "disk"; path: "daily.csv"; };');
      await client.messages(UPLOADS, has('SBS2009'), 1);
      await client.close(UPLOADS);
      expect((await client.messages(UPLOADS, none)).version).toBeUndefined();
    }),
  );

  add(
    'completes names and calls, and shows their documentation',
    session(async (client) => {
      await client.open(DAILY, `${FILES[DAILY]}table more is select  from ads;\ntable sums is select sum(`);
      const answer = await client.request<CompletionList | CompletionItem[]>(
        'textDocument/completion',
        client.at(DAILY, 'select  from', 7),
      );
      const items = Array.isArray(answer) ? answer : answer.items;
      expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['site', 'clicks', 'sum']));
      const help = await client.request<SignatureHelp>(
        'textDocument/signatureHelp',
        client.at(DAILY, 'is select sum(', 14),
      );
      expect(help.signatures[0]?.label).toMatch(/^sum\(/);
      const hover = await client.request<Hover>('textDocument/hover', client.at(DAILY, 'daily'));
      expect(JSON.stringify(hover.contents)).toContain('daily');
      expect(await client.request('textDocument/hover', client.at(DAILY, 'ads;', 4))).toBeNull();
    }),
  );

  add(
    'finds declarations and references',
    session(async (client) => {
      const site = await client.request<Location[]>('textDocument/definition', client.at(DAILY, 'site'));
      expect(site.map(({ range }) => range)).toEqual([client.range(SOURCES, 'site')]);
      expect(site[0]?.uri).toMatch(/\/ads\/sources\.sbs$/);
      const found = await client.request<Location[]>('textDocument/references', {
        ...client.at(UPLOADS, 'daily'),
        context: { includeDeclaration: true },
      });
      expect(found.map(({ uri }) => decodeURIComponent(uri.split('/').at(-1) ?? ''))).toEqual([
        'uploads.sbs',
        'tables.sbs',
        'tables.sbs',
      ]);
      const marks = await client.request<DocumentHighlight[]>(
        'textDocument/documentHighlight',
        client.at(DAILY, 'daily'),
      );
      expect(marks.map(({ kind, range }) => [kind, range.start.line])).toEqual([
        [3, 0],
        [2, 2],
      ]);
    }),
  );

  add(
    'renames across files, or reports why a rename is refused',
    session(async (client) => {
      await client.open(DAILY);
      const at = client.at(DAILY, 'daily');
      expect(await client.request('textDocument/prepareRename', at)).toEqual({
        range: client.range(DAILY, 'daily'),
        placeholder: 'daily',
      });
      const edit = await client.request<WorkspaceEdit>('textDocument/rename', { ...at, newName: 'by day' });
      expect(edit.documentChanges).toContainEqual(
        expect.objectContaining({ textDocument: { uri: client.uri(DAILY), version: 1 } }),
      );
      const texts = Object.values(client.edited(edit)).join('');
      expect(texts).toContain('table "by day" is select date');
      expect(texts).toContain('select * from "by day";');
      expect(texts).toContain('upload "by day" as daily to');
      const taken = client.request('textDocument/rename', { ...at, newName: 'ads' });
      await expect(taken).rejects.toThrow(/^The name ads is taken: see ads\/sources\.sbs:2/);
      const fixed = client.request('textDocument/prepareRename', client.at(DAILY, 'sum'));
      await expect(fixed).rejects.toThrow(/^Functions have/);
      expect(await client.request('textDocument/prepareRename', client.at(DAILY, 'select'))).toBeNull();
    }),
  );

  add(
    'lists the symbols of a file and searches those of all files',
    session(async (client) => {
      const textDocument = { uri: client.uri(SOURCES) };
      const [ads] = await client.request<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument });
      expect([ads?.name, ads?.children?.map(({ name }) => name)]).toEqual(['ads', ['date', 'site', 'clicks']]);
      const found = await client.request<WorkspaceSymbol[]>('workspace/symbol', { query: 'aoi' });
      expect(found.map(({ name, containerName }) => [name, containerName])).toEqual([
        ['all_of_it', DAILY],
        ['all_of_it', UPLOADS],
      ]);
    }),
  );

  add(
    'answers folding ranges and semantic tokens',
    session(async (client) => {
      const textDocument = { uri: client.uri(SOURCES) };
      const folds = await client.request<FoldingRange[]>('textDocument/foldingRange', { textDocument });
      expect(folds).toEqual([{ startLine: 1, endLine: 5 }]);
      const { data } = await client.request<SemanticTokens>('textDocument/semanticTokens/full', { textDocument });
      expect(data.slice(0, 10)).toEqual([0, 0, 26, TOKEN_TYPES.indexOf('comment'), 0, 1, 0, 8, 0, 0]);
      const range = { start: { line: 3, character: 0 }, end: { line: 4, character: 0 } };
      const part = await client.request<SemanticTokens>('textDocument/semanticTokens/range', { textDocument, range });
      expect(part.data).toEqual([3, 4, 4, TOKEN_TYPES.indexOf('property'), 1, 0, 6, 6, TOKEN_TYPES.indexOf('type'), 0]);
    }),
  );

  add(
    'shows inferred types',
    session(async (client) => {
      const textDocument = { uri: client.uri(DAILY) };
      await client.open(DAILY, 'table a is select 1 as one from ads;');
      const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
      expect(await client.request('textDocument/inlayHint', { textDocument, range })).toEqual([
        { position: { line: 0, character: 26 }, label: ': integer', kind: 1 },
      ]);
    }),
  );

  add(
    'formats a file',
    session(async (client) => {
      const cramped = 'table   a is select x,y from ads ;';
      await client.open(DAILY, cramped);
      const textDocument = { uri: client.uri(DAILY) };
      const options = { tabSize: 4, insertSpaces: true };
      const edits = await client.request<TextEdit[]>('textDocument/formatting', { textDocument, options });
      expect(applied(cramped, edits)).toBe('table a is select x, y from ads;\n');
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 15 } };
      const some = await client.request<TextEdit[]>('textDocument/rangeFormatting', { textDocument, options, range });
      expect(applied(cramped, some)).toBe('table a is select x,y from ads ;');
    }),
  );

  add(
    'offers quick fixes for its diagnostics',
    session(async (client) => {
      await client.open(DAILY, 'table daily is SELECT sites FROM ads;');
      const { diagnostics } = await client.messages(DAILY, has('SBS2004'));
      const textDocument = { uri: client.uri(DAILY) };
      const range = client.range(DAILY, 'sites');
      const ask = (only?: string[]): Promise<CodeAction[]> =>
        client.request('textDocument/codeAction', {
          textDocument,
          range,
          context: { diagnostics, ...(only ? { only } : {}) },
        });
      const [fix] = await ask(['quickfix']);
      expect([fix?.title, fix?.isPreferred, codesOf(fix?.diagnostics ?? [])]).toEqual([
        'Write site',
        true,
        ['SBS2004'],
      ]);
      expect(client.edited(fix?.edit ?? {})).toEqual({ [DAILY]: 'table daily is SELECT site FROM ads;' });
      const [all, ...others] = await ask(['source']);
      expect(others).toEqual([]);
      expect(client.edited(all?.edit ?? {})).toEqual({ [DAILY]: 'table daily is select sites from ads;' });
      expect((await ask()).map(({ kind }) => kind)).toEqual(['quickfix', 'source.fixAll']);
    }),
  );

  add(
    'lists downloads and uploads where they are declared, and names the fixes of diagnostics',
    session(async (client) => {
      await client.open(DAILY, 'table daily is select sites from ads;');
      const { diagnostics } = await client.messages(DAILY, has('SBS2004'));
      expect(diagnostics.map(({ data }) => (data as { fix?: string } | undefined)?.fix)).toContain('Write site');
      const declarations = await client.request<{ name: string; declaration_type: string; path: string }[]>(
        'switchboard/declarations',
        {},
      );
      expect(declarations).toContainEqual(
        expect.objectContaining({ name: 'ads', declaration_type: 'import', line: expect.any(Number) as number }),
      );
      for (const declaration of declarations) expect(declaration).not.toHaveProperty('parameters');
      expect(await client.request<string | null>('switchboard/table', client.at(DAILY, 'is'))).toBe('daily');
    }),
  );

  add(
    'reads files that change outside the editor',
    session(async (client) => {
      await client.open(UPLOADS);
      await client.started.store(DAILY, 'table daily is select date from ads;\n');
      await client.messages(UPLOADS, has('SBS2009'));
      await client.started.store('later.sbs', 'table all_of_it is select * from daily;\n');
      await client.messages(UPLOADS, none);
      await client.started.store('later.sbs', null);
      await client.messages(UPLOADS, has('SBS2009'));
      await client.started.store(UPLOADS, '');
      const [daily] = await client.request<Location[]>('textDocument/definition', client.at(UPLOADS, 'daily'));
      expect(daily?.range.start).toEqual({ line: 0, character: 6 });
    }),
  );

  add(
    'replaces the catalog, and rejects one that is not valid',
    session(async (client) => {
      await client.open(UPLOADS);
      await client.request('switchboard/catalog', { catalog: { connectors: [], keys: [] } });
      await client.messages(UPLOADS, has('SBS4001'));
      const wrong = client.request('switchboard/catalog', { catalog: { connectors: [7], keys: [] } });
      await expect(wrong).rejects.toMatchObject({ code: -32602 });
      const odd = client.request('switchboard/files', { files: [{ uri: 1 }] });
      await expect(odd).rejects.toMatchObject({ code: -32602 });
      const refused = client.initialize({ catalog: 'none' });
      await expect(refused).rejects.toMatchObject({ code: -32602 });
    }),
  );

  add(
    'links diagnostics to their explanations',
    session(
      async (client) => {
        const given = client.started.initializationOptions;
        await client.initialize({ ...(given as object), documentation: 'https://docs.example/#' });
        await client.open(DAILY, 'table t is select x from nowhere;');
        const { diagnostics } = await client.messages(DAILY, has('SBS2003'));
        const unknown = diagnostics.find(({ code }) => code === 'SBS2003');
        expect(unknown?.codeDescription?.href).toBe('https://docs.example/#SBS2003');
      },
      { begin: false },
    ),
  );

  add(
    'answers null for unknown files, and continues after unknown requests',
    session(async (client) => {
      const nowhere = { textDocument: { uri: client.uri('nowhere.sbs') }, position: { line: 0, character: 0 } };
      const beyond = { ...client.at(DAILY, 'daily'), position: { line: 999, character: 3 } };
      const before = { ...client.at(DAILY, 'daily'), position: { line: -1, character: -3 } };
      for (const params of [nowhere, beyond, before])
        for (const method of [
          'hover',
          'completion',
          'signatureHelp',
          'definition',
          'documentHighlight',
          'prepareRename',
        ])
          expect(await client.request(`textDocument/${method}`, params)).toBeNull();
      for (const method of ['documentSymbol', 'foldingRange', 'semanticTokens/full', 'formatting'])
        expect(await client.request(`textDocument/${method}`, nowhere)).toBeNull();
      await expect(client.request('textDocument/unheardOf', {})).rejects.toMatchObject({ code: -32601 });
      await expect(client.request('textDocument/hover', { textDocument: 7 })).rejects.toMatchObject({ code: -32603 });
      expect(await client.request('textDocument/hover', client.at(DAILY, 'daily'))).not.toBeNull();
    }),
  );

  add(
    'drops cancelled requests',
    session(async (client) => {
      const { connection } = client.started;
      const { CancellationTokenSource } = await import('vscode-languageserver-protocol');
      const source = new CancellationTokenSource();
      const many = Array.from({ length: 200 }, () => client.request('workspace/symbol', { query: 'a' }));
      const last = connection.sendRequest('workspace/symbol', { query: 'a' }, source.token);
      source.cancel();
      await expect(last).rejects.toMatchObject({ code: -32800 });
      await Promise.all(many);
    }),
  );

  add(
    'answers lineage, shuts down on request, and then exits',
    session(async (client) => {
      await lineageCase(client);
      expect(await client.request('shutdown', undefined)).toBeNull();
      await expect(client.request('textDocument/hover', client.at(DAILY, 'daily'))).rejects.toMatchObject({
        code: -32600,
      });
      await client.started.connection.sendNotification('exit');
      expect([0, null]).toContain(await client.started.ended());
    }),
  );
  describe(`the language server over ${transport.name}`, () => {
    for (const [title, run] of shares === undefined ? cases : sampleCells(cases, shares)) test(title, run);
  });
}
