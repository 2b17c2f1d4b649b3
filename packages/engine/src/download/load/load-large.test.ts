import { PipelineError } from '@switchboard/model/errors/errors';
import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProcessExecutor } from '../../../test/executor.ts';
import { column, createLoader, type LoadedFile } from '../../../test/load-file.ts';
import type { Executor } from '../../executors/executor.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
const executor = createProcessExecutor();
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => Promise.all([loader.close(), executor.stop()]));

const COLUMNS = [column('day', 'date'), column('site', 'string'), column('clicks', 'integer')];
const PADDING = 'x'.repeat(700);
/** A sixteenth of those of production. A part is still large enough for a scan thread. */
const SIZES = { stream: 512 * 1024, part: 1024 ** 2 };
/** Enough for a file to be streamed, and for one of two parts. */
const ROWS = 800;
const TWO_PARTS = 1550;
const row = (index: number, end = '\n', day = '2025-01-02'): string => `${day},site ${PADDING},${index}${end}`;
const body = (rows: number, write = row): string => Array.from({ length: rows }, (_, index) => write(index)).join('');

type Large = LoadedFile & { readonly copied: 'whole' | 'clean' };

/** Loads a file and returns which file the database read: the whole one, or the pipe of clean records. */
async function load(content: string, parameters: Parameters = {}): Promise<Large> {
  const statements: string[] = [];
  const watched: Executor = {
    ...executor,
    async open(job, signal) {
      const session = await executor.open(job, signal);
      return {
        ...session,
        run: (sql, options) => {
          statements.push(sql);
          return session.run(sql, options);
        },
      };
    },
  };
  const context = { executor: watched };
  const files = [{ filename: 'ads.csv', content }];
  const loaded = await loader.load({ files, columns: COLUMNS, parameters, context, sizes: SIZES });
  const [found] = statements.flatMap((sql) => /\/(whole|clean)'/.exec(sql)?.[1] ?? []);
  return { ...loaded, copied: found === 'whole' ? 'whole' : 'clean' };
}

const counted = ({ rows }: LoadedFile): readonly unknown[] => rows.map((each) => each['clicks']);
const upTo = (rows: number): readonly number[] => Array.from({ length: rows }, (_, index) => index);

describe('a large file that is written plainly', () => {
  it.each([
    ['with a header', `day,site,clicks\n${body(ROWS)}`],
    ['with quotes in the header', `"day","site","clicks"\n${body(ROWS)}`],
    ['with a byte order mark', `\ufeffday,site,clicks\n${body(ROWS)}`],
    ['with CRLF', `day,site,clicks\r\n${body(ROWS, (index) => row(index, '\r\n'))}`],
    ['without a line end at its end', `day,site,clicks\n${body(ROWS).slice(0, -1)}`],
    [
      'with quoted line breaks',
      `day,site,clicks\n${body(ROWS, (index) => `2025-01-02,"a ""b""\n${PADDING}",${index}\n`)}`,
    ],
    [
      'of days that the automaton leaves to the full reader',
      `day,site,clicks\n${body(ROWS, (index) => row(index, '\n', '2024-02-29'))}`,
    ],
    ['of two parts', `day,site,clicks\n${body(TWO_PARTS)}`],
  ])('a large file that is written plainly is read as it stands: %s', async (_name, content) => {
    const loaded = await load(content);
    const rows = content.length > SIZES.part ? TWO_PARTS : ROWS;
    expect(counted(loaded)).toEqual(upTo(rows));
    expect(loaded.answer).toMatchObject({ records: rows, rows, newDirtyRows: 0 });
    expect(loaded.copied).toBe('whole');
  });
});

describe('a large file that is not', () => {
  it.each([
    ['a carriage return in the header', `day,site,clicks,"a\rb"\n${body(ROWS, (index) => row(index, ',\n'))}`, ROWS],
    ['a blank line', `day,site,clicks\n${body(ROWS)}\n`, ROWS],
    ['lines before the header', `a note\nday,site,clicks\n${body(ROWS)}`, ROWS, { skip_rows: 1 }],
    ['a footer', `day,site,clicks\n${body(ROWS)}total\n`, ROWS, { skip_footer: 1 }],
  ])('loses nothing: %s', async (_name, content, rows, parameters?: Parameters) => {
    const loaded = await load(content, parameters);
    expect(counted(loaded)).toEqual(upTo(rows));
    expect(loaded.answer).toMatchObject({ records: rows, rows, newDirtyRows: 0 });
    expect(loaded.copied).toBe('clean');
  });

  it('keeps what came before the first refused record, which may be in a later part', async () => {
    const loaded = await load(`day,site,clicks\n${body(TWO_PARTS)}2025-02-30,a,1\n2025-01-02,b,"+1000"\n`);
    expect(counted(loaded)).toEqual([...upTo(TWO_PARTS), 1000]);
    expect(loaded.dirty.map(({ line }) => line)).toEqual([TWO_PARTS + 2]);
    expect(loaded.newDirty.map(({ line }) => line)).toEqual([TWO_PARTS + 2, TWO_PARTS + 3]);
    expect(loaded.copied).toBe('clean');
  });

  it('sets aside any number of refused records', async () => {
    const loaded = await load(
      `day,site,clicks\n${body(ROWS, (index) => row(index, '\n', '2025-02-30'))}2025-01-02,,7\n`,
    );
    expect(counted(loaded)).toEqual([7]);
    expect(loaded.dirty.map(({ line }) => line)).toEqual(upTo(ROWS).map((index) => index + 2));
    expect(loaded.newDirty[0]).toEqual({
      line: 2,
      raw: row(0, '', '2025-02-30'),
      columns: [{ column: 'day', expected: 'date', value: '2025-02-30', reason: 'not a date' }],
    });
    expect(loaded.newDirty).toHaveLength(ROWS);
  });
});

describe('a large file among whose quotes the database loses its way', () => {
  /** Makes reads fail as DuckDB's threads do when they cannot find a record's start. */
  const losing = (isLost: (sql: string) => boolean): Executor => ({
    ...executor,
    async open(job, signal) {
      const session = await executor.open(job, signal);
      return {
        ...session,
        run: (sql, options) =>
          isLost(sql)
            ? Promise.reject(new PipelineError('QUERY_FAILED', { table: 'ads', reason: 'no full read' }))
            : session.run(sql, options),
      };
    },
  });
  const lost = [
    ['from a pipe or as it stands', (sql: string) => /\/(?:whole|clean)'/.test(sql)],
    ['with several threads', (sql: string) => sql.includes('read_csv') && !sql.includes('parallel = false')],
  ] as const;
  const files = [
    ['written plainly', `day,site,clicks\n${body(ROWS)}`, []],
    ['with rows that are not', `day,site,clicks\nx,y,z\n${body(ROWS)}x,y,z\n`, [2, ROWS + 3]],
  ] as const;
  it.each(lost.flatMap(([how, isLost]) => files.map(([what, ...file]) => [how, what, isLost, ...file] as const)))(
    'a large file among whose quotes the database loses its way is read again %s, every row once: %s',
    async (_how, _what, isLost, content, dirtyLines) => {
      const given = {
        files: [{ filename: 'ads.csv', content }],
        columns: COLUMNS,
        context: { executor: losing(isLost) },
        sizes: SIZES,
      };
      const { answer, rows, dirty, newDirty } = await loader.load(given);
      expect(rows.map((each) => each['clicks'])).toEqual(upTo(ROWS));
      expect(dirty.map(({ line }) => line)).toEqual(dirtyLines);
      expect(newDirty.map(({ line }) => line)).toEqual(dirtyLines);
      expect(answer).toMatchObject({ records: ROWS + dirtyLines.length, rows: ROWS, dirtyRows: dirtyLines.length });
    },
  );

  it('fails when it cannot be read at all', async () => {
    const [, content] = files[0];
    const given = { files: [{ filename: 'ads.csv', content }], columns: COLUMNS, sizes: SIZES };
    const never = losing((sql) => sql.includes('read_csv'));
    await expect(loader.load({ ...given, context: { executor: never } })).rejects.toMatchObject({
      code: 'QUERY_FAILED',
    });
  });
});
