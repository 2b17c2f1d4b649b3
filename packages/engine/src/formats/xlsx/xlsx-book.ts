import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { openZip, type ZipArchive } from '../../archives/zip.ts';
import type { RowSelection, RowsConversion, RowsInfo } from '../../conversion/conversion.ts';
import { FileFault, incomplete, overLimit, unreadable } from '../../files/file-fault.ts';
import type { UnpackMeter } from '../../files/unpack-limits.ts';
import { RowsWriter } from '../rows/rows-writer.ts';
import { readXml } from '../xml/xml-stream.ts';
import { type BookContext, type CellStyle, cellText, digitsFormat } from './xlsx-cells.ts';
import { timeStyle } from './xlsx-dates.ts';
import { sheetRows } from './xlsx-sheet.ts';

/** Texts that cells share are held in memory while the sheet is read. */
const SHARED_BYTES = 256 * 1024 ** 2;
const SHARED_TEXTS = 4_000_000;

type Sheet = { readonly name: string; readonly part: string; readonly isHidden: boolean };

/** Reads a sheet of a workbook into rows. Throws FileFault: FILE_INCOMPLETE, FORMAT_UNREADABLE, ARCHIVE_*, XML_ENTITIES, PARAMETER_INVALID. */
export async function workbookRows(
  { from, to, filename, limits, selection }: RowsConversion,
  meter: UnpackMeter,
): Promise<RowsInfo> {
  const file = { name: filename, format: 'xlsx', bytes: (await stat(from)).size };
  const archive = await openZip(from, file, limits);
  const rows = new RowsWriter(to, meter);
  try {
    const { sheets, from1904 } = await readBook(archive, filename);
    const sheet = selectSheet(sheets, selection, filename);
    const part = await partOf(archive, sheet.part);
    if (!part) throw incomplete(filename, 'xlsx', `the sheet ${sheet.name} is not in it`);
    const book: BookContext = {
      texts: await sharedTexts(archive, filename),
      styles: await cellStyles(archive, filename),
      from1904,
    };
    return await sheetRows(part, filename, book, selection, rows);
  } finally {
    archive.close();
    rows.close();
  }
}

async function partOf(archive: ZipArchive, name: string): Promise<Readable | null> {
  const member = archive.members.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  return member ? archive.open(member) : null;
}

async function readBook(
  archive: ZipArchive,
  filename: string,
): Promise<{ readonly sheets: readonly Sheet[]; readonly from1904: boolean }> {
  const book = await partOf(archive, 'xl/workbook.xml');
  const relations = await partOf(archive, 'xl/_rels/workbook.xml.rels');
  if (!book || !relations) {
    book?.destroy();
    relations?.destroy();
    throw unreadable(filename, 'xlsx', 'there is no workbook in it');
  }
  const targets = new Map<string, string>();
  const file = { name: filename, format: 'xlsx' };
  await readXml(relations, file, {
    open(name, attributes) {
      if (name === 'Relationship') targets.set(attributes.get('Id') ?? '', attributes.get('Target') ?? '');
    },
  });
  const sheets: Sheet[] = [];
  let from1904 = false;
  await readXml(book, file, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      if (name !== 'sheet') return;
      const target = targets.get(attributes.get('id') ?? '') ?? '';
      const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      // A chart has a sheet of its own, without cells.
      if (!part.includes('chartsheets/'))
        sheets.push({
          name: attributes.get('name') ?? '',
          part,
          isHidden: /hidden/i.test(attributes.get('state') ?? ''),
        });
    },
  });
  return { sheets, from1904 };
}

function selectSheet(sheets: readonly Sheet[], { sheet: wanted, source }: RowSelection, filename: string): Sheet {
  const sheet =
    wanted === null
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : (sheets.find((candidate) => candidate.name.toLowerCase() === wanted.toLowerCase()) ??
        (/^\d+$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined));
  if (sheet) return sheet;
  if (wanted === null) throw unreadable(filename, 'xlsx', 'there is no sheet in it');
  const names = sheets.map(({ name }) => name).join(', ');
  throw new FileFault('PARAMETER_INVALID', {
    name: source,
    parameter: 'sheet',
    reason: `names ${wanted}, which ${filename} does not have; it has ${names.slice(0, 300)}`,
  });
}

async function sharedTexts(archive: ZipArchive, filename: string): Promise<readonly string[]> {
  const part = await partOf(archive, 'xl/sharedStrings.xml');
  if (!part) return [];
  const texts: string[] = [];
  let bytes = 0;
  let text = '';
  let takesText = false;
  let isReading = false;
  await readXml(
    part,
    { name: filename, format: 'xlsx' },
    {
      open(name) {
        if (name === 'si') text = '';
        // Readings of Asian texts are no part of them.
        if (name === 'rPh') isReading = true;
        takesText = name === 't' && !isReading;
      },
      text(more) {
        if (takesText) text += more;
      },
      close(name) {
        takesText = false;
        if (name === 'rPh') isReading = false;
        if (name !== 'si') return;
        bytes += text.length;
        if (bytes > SHARED_BYTES || texts.length >= SHARED_TEXTS) {
          part.destroy();
          throw overLimit(filename, '256 MB of texts');
        }
        texts.push(cellText(text));
      },
    },
  );
  return texts;
}

/** The meaning of numbers under each of a book's cell styles. */
async function cellStyles(archive: ZipArchive, filename: string): Promise<readonly CellStyle[]> {
  const part = await partOf(archive, 'xl/styles.xml');
  if (!part) return [];
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isInCells = false;
  await readXml(
    part,
    { name: filename, format: 'xlsx' },
    {
      open(name, attributes) {
        if (name === 'numFmt') codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
        else if (name === 'cellXfs') isInCells = true;
        else if (name === 'xf' && isInCells) formats.push(Number(attributes.get('numFmtId') ?? 0));
      },
      close(name) {
        if (name === 'cellXfs') isInCells = false;
      },
    },
  );
  return formats.map((id) => {
    const time = timeStyle(id, codes.get(id));
    return { time, digits: time === null ? digitsFormat(codes.get(id)) : null };
  });
}
