import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const COLUMNS = [column('id', 'integer'), column('name', 'string')];
const xml = (content: string | Buffer, input: Partial<LoadInput> = {}): Promise<LoadedFile> =>
  loader.load({ files: [{ filename: 'ads.xml', content }], columns: COLUMNS, ...input });

describe('xml', () => {
  it('takes attributes and child elements as columns, whatever stands around them', async () => {
    const { rows, dirty } = await xml(`<?xml version="1.0"?>
<!DOCTYPE report SYSTEM "report.dtd">
<!-- <row id="9"/> -->
<report xmlns="urn:a" xmlns:b="urn:b">
  <b:row id='1' note="a > b"><b:Name><![CDATA[<row>]]> &amp; &#x1F389;</b:Name></b:row>
  <row><ID>2</ID><name xml:lang="en">two</name><?pi <row> ?></row>
  <row id="3"><name/><other>x</other></row>
</report>`);
    expect(rows).toEqual([
      { id: 1, name: '<row> & 🎉' },
      { id: 2, name: 'two' },
      { id: 3, name: null },
    ]);
    expect(dirty).toEqual([]);
  });

  it.each([
    ['report.rows.row', '<report><made>x</made><rows><row id="1"/><row id="2"/></rows></report>'],
    ['rows.row', '<report><made>x</made><rows><row id="1"/></rows><rows><row id="2"/></rows></report>'],
    ['/report/rows/row', '<report><rows><row id="1"/><sum id="9"/><row id="2"/></rows></report>'],
    ['row', '<report><made id="9"/><row id="1"/><row id="2"/></report>'],
  ])('finds its rows at %s', async (records, content) => {
    const { rows } = await xml(content, { parameters: { records }, columns: [column('id', 'integer')] });
    expect(rows.map((row) => row['id'])).toEqual([1, 2]);
  });

  it('xml may declare no entities, however large it is', async () => {
    const rows = `<row id="1" name="${'x'.repeat(1000)}"/>`.repeat(5000);
    await expect(xml(`<!DOCTYPE r [<!ENTITY a "b">]><r>${rows}</r>`)).rejects.toMatchObject({ code: 'XML_ENTITIES' });
  });

  it.each([
    ['<report><made>x</made><count>0</count></report>', 'row'],
    ['<report><made>x</made></report>', 'rows.row'],
    ['<report><made>x</made><error/><row-count>0</row-count></report>', 'row'],
    ['<report><made>x</made><errors><count>0</count></errors></report>', 'row'],
    ['<report><made>x</made><status>ok</status><error>None</error></report>', 'row'],
  ])('%s has no rows at %s where missing_rows says so, and is an error else', async (content, records) => {
    await expect(xml(content, { parameters: { records } })).rejects.toMatchObject({ code: 'FORMAT_UNREADABLE' });
    const { answer } = await xml(content, { parameters: { records, missing_rows: 'empty' } });
    expect(answer).toMatchObject({ records: 0, dirtyRows: 0 });
  });

  it.each(['<error>quota</error>', '<errors><count>2</count></errors>', '<error_message>slow down</error_message>'])(
    '%s beside no rows is an error whatever missing_rows says',
    async (error) => {
      const content = `<report><made>x</made>${error}</report>`;
      const parameters = { records: 'row', missing_rows: 'empty' };
      await expect(xml(content, { parameters })).rejects.toMatchObject({ code: 'FILE_INCOMPLETE' });
    },
  );

  it('xml without rows has none', async () => {
    expect((await xml('<r><rows/></r>', { parameters: { records: 'rows.row' } })).answer.records).toBe(0);
    expect((await xml('<r/>')).answer.records).toBe(0);
  });

  it('keeps records and lists, and all other columns', async () => {
    const columns = [
      column('owner', {
        kind: 'record',
        fields: [
          { name: 'id', type: { kind: 'integer' }, nullable: true },
          { name: 'city', type: { kind: 'string' }, nullable: true },
        ],
      }),
      column('tags', { kind: 'list', element: { kind: 'string' } }),
      column('size', { kind: 'list', element: { kind: 'integer' } }),
    ];
    const { rows, newDirty, answer } = await xml(
      `<r>
        <e n="1"><owner id="5"><city>Köln</city></owner><tags><tag>a</tag><tag>b</tag></tags><size>1</size><size>2</size></e>
        <e n="2"><tags>c</tags><size/><o><p>1</p></o></e>
      </r>`,
      { columns, rest: true },
    );
    expect(rows).toEqual([
      { owner: "{'id': 5, 'city': 'Köln'}", tags: "['a', 'b']", size: '[1, 2]', n: 1, o: null },
      { owner: null, tags: "['c']", size: '[]', n: 2, o: '{"p":"1"}' },
    ]);
    expect(newDirty).toEqual([]);
    expect(answer.columns.map(({ name, type }) => [name, type.kind])).toEqual([
      ['owner', 'record'],
      ['tags', 'list'],
      ['size', 'list'],
      ['n', 'integer'],
      ['o', 'string'],
    ]);
  });

  it('sets aside rows that are not well-formed, not in UTF-8 or too long', async () => {
    const content = Buffer.concat([
      Buffer.from('<r>\n<row id="1">&unknown;</row>\n<row id="2"><name>'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from(`</name></row>\n<row id="3"><name>${'x'.repeat(2 << 20)}</name></row>\n<row id="4" name=""/></r>`),
    ]);
    const { answer, dirty } = await xml(content);
    expect(dirty.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'not well-formed XML'],
      [3, 'invalid UTF-8 at byte 19; declare encoding, if the file has another one'],
      [4, 'Line 4: record longer than 1 MB.'],
    ]);
    expect(answer).toMatchObject({ records: 4, rows: 1, dirtyRows: 3 });
  });

  it('knows the lines of a large document, whether they are long or short', async () => {
    const PER_LINE = 20_000;
    const name = 'a long name '.repeat(20);
    const row = (id: number, end = ''): string => `<row id="${id}"${end}><name>${name}</name></row>`;
    const many = Array.from({ length: PER_LINE }, (_, index) => index + 1);
    const content = [
      // Line 1: some MB, without any line end in sight.
      `<r>${many.map((id) => row(id)).join('')}<row id="a"/>`,
      `${row(PER_LINE + 1)}<row id="b"/>`,
      // Lines 3 and 4: line ends in a tag and in a text, then rows with one in each.
      '<row id="c"\n/><row id="d"><name>\n</name></row><row id="e"/>',
      ...many.map((id) => row(PER_LINE + 1 + id, '\n')),
      '<row id="f"/></r>',
    ].join('\n');
    const { answer, dirty, rows } = await xml(content);
    expect(dirty.map(({ line, raw }) => [line, /id="(.)"/.exec(raw)?.[1]])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
      [5, 'e'],
      [6 + 2 * PER_LINE, 'f'],
    ]);
    expect(answer).toMatchObject({ records: 2 * PER_LINE + 7, rows: 2 * PER_LINE + 1 });
    expect(rows.reduce((sum, { id }) => sum + Number(id), 0)).toBe(((2 * PER_LINE + 1) * (2 * PER_LINE + 2)) / 2);
  });

  it('reads numbers and booleans as strictly as any text', async () => {
    const columns = [column('n', 'integer'), column('b', 'boolean')];
    const { rows, newDirty } = await xml(
      '<r><e n="007" b="TRUE"/><e n="+1000" b="yes"/><e n="9007199254740993"/><e n="x"/></r>',
      { columns },
    );
    expect(rows).toEqual([
      { n: 7, b: true },
      { n: 1000, b: true },
      { n: '9007199254740993', b: null },
    ]);
    expect(newDirty.map(({ columns: complaints }) => complaints.map((one) => one.reason))).toEqual([
      ['not written as a plain integer', 'not written as true or false'],
      ['not an integer'],
    ]);
  });
});
