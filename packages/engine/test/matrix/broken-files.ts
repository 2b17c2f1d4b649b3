import { gzipSync, zstdCompressSync } from 'node:zlib';
import { zipSync } from 'fflate';
import type { LoadInput } from '../load-file.ts';
import { foreignFile } from './foreign-files.ts';
import type { GoodFile } from './report.ts';

/** A file that must be refused as a whole, and what is said about it. */
export type BrokenFile = {
  readonly cell: readonly [format: string, compression: string, fault: string];
  readonly filename: string;
  readonly content: Buffer;
  readonly code: string;
  readonly message: string | RegExp;
  readonly input?: Partial<LoadInput>;
};

const GARBAGE = Buffer.from('\u0007This page says that there is no such report.\n'.repeat(20));

const flipped = (content: Buffer, at: number): Buffer => {
  const copy = Buffer.from(content);
  copy[at] = (copy[at] ?? 0) ^ 0x55;
  return copy;
};

/** Ways to break a file that its container format detects. */
const breakages = (content: Buffer): readonly (readonly [string, Buffer])[] => [
  ['empty', Buffer.alloc(0)],
  ['first byte', content.subarray(0, 1)],
  ['first half', content.subarray(0, content.length >> 1)],
  ['without its last 4 bytes', content.subarray(0, -4)],
  ['without its last byte', content.subarray(0, -1)],
  ['a wrong byte', flipped(content, content.length >> 1)],
  ['garbage', GARBAGE],
];

const escaped = (text: string): string => text.replace(/[.\\^$|?*+()[\]{}]/g, '\\$&');
const isIncomplete = (filename: string, format: string): RegExp =>
  new RegExp(`^Source file ${escaped(filename)} is not a complete ${format} file \\(.+\\)\\. Will retry\\.$`);

/** Each compression, broken in each way. */
function brokenArchives(): readonly BrokenFile[] {
  const packers = { gzip: '.gz', bzip2: '.bz2', zstd: '.zst', zip: '.zip' } as const;
  return Object.entries(packers).flatMap(([compression, extension]) => {
    const whole = foreignFile(`program.utf-8.csv${extension}`);
    const cases = [...breakages(whole)];
    // A zip archive may have anything before or behind it, as long as its directory is found.
    if (compression !== 'zip') cases.push(['garbage behind it', Buffer.concat([whole, Buffer.from('garbage')])]);
    return cases.map(([fault, content]): BrokenFile => {
      const filename = `ads.csv${extension}`;
      return {
        cell: ['csv', compression, fault],
        filename,
        content,
        code: compression === 'gzip' ? 'GZIP_INCOMPLETE' : 'FILE_INCOMPLETE',
        message: isIncomplete(filename, compression),
      };
    });
  });
}

/** Each format with a container of its own, broken in each way. Most have no sums, so that a wrong byte may be a value. */
function brokenContainers(good: readonly GoodFile[]): readonly BrokenFile[] {
  const whole = (format: string, variant: string): Buffer => {
    const found = good.find(({ cell }) => cell[0] === format && cell[1] === 'none' && cell[2] === variant);
    if (!found) throw new Error(`The matrix has no ${format} file ${variant}.`);
    return found.content;
  };
  const sources = [
    ['parquet', whole('parquet', 'typed-snappy')],
    ['avro', whole('avro', 'typed-snappy')],
    ['avro', whole('avro', 'typed-deflate')],
    ['xlsx', whole('xlsx', 'typed cells')],
  ] as const;
  return sources.flatMap(([format, content]) =>
    breakages(content).flatMap(([fault, broken]): readonly BrokenFile[] => {
      if (fault === 'a wrong byte') return [];
      const filename = `ads.${format}`;
      return [
        {
          cell: [format, 'none', fault],
          filename,
          content: broken,
          code: 'FILE_INCOMPLETE',
          message: isIncomplete(filename, format),
        },
      ];
    }),
  );
}

const text = (
  filename: string,
  fault: string,
  content: string | Buffer,
  code: string,
  message: string | RegExp,
  input: Partial<LoadInput> = {},
): BrokenFile => ({
  cell: [filename.split('.').at(-1) ?? '', 'none', fault],
  filename,
  content: Buffer.from(content),
  code,
  message,
  input,
});

const LAUGHS = `<!DOCTYPE r [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, index) => `<!ENTITY ${'bcdefghij'[index]} "${`&${'abcdefghi'[index]};`.repeat(10)}">`).join('')}]>`;

/** Texts that are not whole documents, or attacks. */
function brokenTexts(): readonly BrokenFile[] {
  const json = (fault: string, content: string, reason: string, parameters: LoadInput['parameters'] = {}): BrokenFile =>
    text(
      'ads.json',
      fault,
      content,
      'FORMAT_UNREADABLE',
      `ads.json is not json: ${reason}. Check the format parameter, or have the file delivered again.`,
      { parameters },
    );
  const xml = (fault: string, content: string, reason: string, parameters: LoadInput['parameters'] = {}): BrokenFile =>
    text(
      'ads.xml',
      fault,
      content,
      'FORMAT_UNREADABLE',
      `ads.xml is not xml: ${reason}. Check the format parameter, or have the file delivered again.`,
      { parameters },
    );
  const bomb = /^ads\.xml declares XML entities, which are never expanded\./;
  return [
    ...['csv', 'tsv', 'json', 'xml'].map((format) =>
      text(`ads.${format}`, 'empty', '', 'FILE_INCOMPLETE', isIncomplete(`ads.${format}`, format)),
    ),
    json('first half', '[{"id":1},{"id":', 'it ends in the middle'),
    json('no such path', '{"data":[]}', 'there is nothing at rows', { records: 'rows' }),
    json('text behind it', '[{"id":1}] <html>', 'there is more text behind its end'),
    json('wrong brackets', '[{"id":1]]', 'brackets do not match'),
    xml('first half', '<r><row id="1"/><row id="', 'it ends in the middle'),
    xml('wrong end', '<r><row id="1"></r>', '</r> closes nothing'),
    xml('two roots', '<r/><r/>', 'there is more than one root element'),
    xml('text behind it', '<r/>text', 'there is more text behind its end'),
    xml('garbage', GARBAGE.toString(), 'it does not begin with an element'),
    xml('no such path', '<r><row/></r>', 'there is nothing at r.rows.row', { records: 'r.rows.row' }),
    xml('nested too deep', '<a>'.repeat(300), 'its elements are nested too deep'),
    text(
      'ads.xml',
      'a billion laughs',
      `<?xml version="1.0"?>${LAUGHS}<r><row id="1">&j;</row></r>`,
      'XML_ENTITIES',
      bomb,
    ),
    text(
      'ads.xml',
      'an outer entity',
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r><row>&x;</row></r>',
      'XML_ENTITIES',
      bomb,
    ),
    text(
      'ads.xlsx',
      'a billion laughs',
      foreignFile('workbook.entities.xlsx'),
      'XML_ENTITIES',
      /^ads\.xlsx declares XML entities/,
    ),
    text(
      'ads.xlsx',
      'no sheet',
      foreignFile('workbook.no-sheet.xlsx'),
      'FILE_INCOMPLETE',
      isIncomplete('ads.xlsx', 'xlsx'),
    ),
    text(
      'ads.xlsx',
      'broken XML',
      foreignFile('workbook.broken-xml.xlsx'),
      'FORMAT_UNREADABLE',
      /^ads\.xlsx is not xlsx: its XML is broken \(.+\)\. Check the format parameter, or have the file delivered again\.$/,
    ),
    text(
      'ads.xlsx',
      'rows not in order',
      foreignFile('workbook.wrong-rows.xlsx'),
      'FORMAT_UNREADABLE',
      'ads.xlsx is not xlsx: its rows are not in order. Check the format parameter, or have the file delivered again.',
    ),
    text(
      'ads.xlsx',
      'another sheet',
      foreignFile('workbook.by-hand.xlsx'),
      'PARAMETER_INVALID',
      'ads: the parameter sheet names Ads, which ads.xlsx does not have; it has Data. Correct it, then retry.',
      { parameters: { sheet: 'Ads' } },
    ),
    text(
      'ads.xlsx',
      'a zip archive',
      foreignFile('archive.several.zip'),
      'FORMAT_UNREADABLE',
      'ads.xlsx is not xlsx: there is no workbook in it. Check the format parameter, or have the file delivered again.',
    ),
    text(
      'ads.csv',
      'a column missing',
      'name,clicks\na,1\n',
      'COLUMN_NOT_FOUND',
      'Column id not found in ads.csv. It has: name, clicks. Correct the name, or have the file delivered with the column.',
    ),
    text(
      'ads.csv',
      'a column twice',
      'id,name,ID\n1,a,2\n',
      'COLUMN_DUPLICATE',
      'Column ID occurs twice in the header of ads.csv. Have it delivered with distinct column names.',
    ),
  ];
}

const MEGABYTE = 1024 ** 2;

/** The end of a zip archive that claims a million files. */
function claimsMany(): Buffer {
  const end = Buffer.alloc(22 + 56 + 20);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(1_000_000n, 24);
  end.writeBigUInt64LE(1_000_000n, 32);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  end.writeUInt16LE(0xffff, 84);
  end.writeUInt16LE(0xffff, 86);
  end.writeUInt32LE(0xffffffff, 88);
  end.writeUInt32LE(0xffffffff, 92);
  return Buffer.concat([Buffer.from('PK\u0003\u0004'), end.subarray(0, 0), withOffset(end)]);
}

/** The locator says where the record before it begins: behind the four bytes at the start of the file. */
function withOffset(end: Buffer): Buffer {
  end.writeBigUInt64LE(4n, 64);
  return end;
}

/** A long as Avro writes it: zigzag, seven bits a byte, lowest first. */
function avroLong(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value * 2; ; rest = Math.floor(rest / 0x80)) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 0x80) + 0x80);
  }
}

/** An Avro file of one block. */
function avroOf(codec: string, packed: Buffer): Buffer {
  const counted = (content: string | Buffer): Buffer =>
    Buffer.concat([avroLong(content.length), Buffer.from(content as string)]);
  const schema = JSON.stringify({ type: 'record', name: 'r', fields: [{ name: 'id', type: 'int' }] });
  const sync = Buffer.alloc(16);
  return Buffer.concat([
    Buffer.from('Obj\u0001'),
    avroLong(2),
    ...['avro.schema', schema, 'avro.codec', codec].map(counted),
    avroLong(0),
    sync,
    avroLong(1),
    counted(packed),
    sync,
  ]);
}

/** Binary files that are encrypted, or unpack to more than the limits allow. */
function hostileContainers(): readonly BrokenFile[] {
  const limit = 'Archive ads.avro exceeds the unpacked limit (256 MB a block). Have it delivered in smaller archives.';
  const zeros = zstdCompressSync(new Uint8Array(257 * MEGABYTE));
  // Snappy declares the length of its content first: 300 MB.
  const claim = Buffer.concat([Buffer.from([0x80, 0x80, 0x80, 0x96, 0x01]), Buffer.alloc(100)]);
  return [
    text('ads.avro', 'a bomb in zstandard', avroOf('zstandard', zeros), 'ARCHIVE_LIMIT', limit),
    text('ads.avro', 'a bomb in snappy', avroOf('snappy', claim), 'ARCHIVE_LIMIT', limit),
    text(
      'ads.parquet',
      'encrypted',
      Buffer.from(`PARE${' '.repeat(100)}PARE`),
      'FORMAT_UNREADABLE',
      'ads.parquet is not parquet: its content is encrypted. Check the format parameter, or have the file delivered again.',
    ),
  ];
}

/** Archives that are attacks or unreadable. */
function hostileArchives(): readonly BrokenFile[] {
  const zeros = new Uint8Array(80 * MEGABYTE);
  const limit = (filename: string): string =>
    `Archive ${filename} exceeds the unpacked limit (20 GB or 200:1). Have it delivered in smaller archives.`;
  const archive = (
    fault: string,
    content: Uint8Array,
    code: string,
    message: string,
    filename = 'ads.zip',
    input: Partial<LoadInput> = {},
  ): BrokenFile => ({
    cell: ['csv', filename.split('.').at(-1) ?? '', fault],
    filename,
    content: Buffer.from(content),
    code,
    message,
    input,
  });
  return [
    archive('a bomb', zipSync({ 'ads.csv': zeros }), 'ARCHIVE_LIMIT', limit('ads.zip')),
    archive('a bomb', gzipSync(zeros), 'ARCHIVE_LIMIT', limit('ads.csv.gz'), 'ads.csv.gz'),
    archive('a bomb', zstdCompressSync(zeros), 'ARCHIVE_LIMIT', limit('ads.csv.zst'), 'ads.csv.zst'),
    archive('a bomb', foreignFile('bomb.csv.bz2'), 'ARCHIVE_LIMIT', limit('ads.csv.bz2'), 'ads.csv.bz2'),
    archive(
      'a bomb',
      zipSync({ '[Content_Types].xml': new Uint8Array(1), 'xl/workbook.xml': zeros }),
      'ARCHIVE_LIMIT',
      limit('ads.xlsx'),
      'ads.xlsx',
    ),
    archive(
      'a million files',
      claimsMany(),
      'ARCHIVE_LIMIT',
      'Archive ads.zip exceeds the unpacked limit (10000 files). Have it delivered in smaller archives.',
    ),
    archive(
      'encrypted',
      foreignFile('archive.encrypted.zip'),
      'ARCHIVE_ENCRYPTED',
      'Encrypted archives are not supported. Have ads.zip delivered without a password.',
    ),
    archive(
      'an archive in it',
      foreignFile('archive.nested.zip'),
      'FORMAT_UNREADABLE',
      'inner.zip is not a file that can be unpacked: it is a zip archive inside another archive. Check the format parameter, or have the file delivered again.',
    ),
    archive(
      'no file in it',
      foreignFile('archive.empty.zip'),
      'FORMAT_UNREADABLE',
      'ads.zip is not a zip archive with rows: there is no file in it. Check the format parameter, or have the file delivered again.',
    ),
    archive(
      'no such member',
      foreignFile('archive.several.zip'),
      'SOURCE_FILE_MISSING',
      'ads: there is no file clicks*.csv yet. Will retry.',
      'ads.zip',
      { member: 'clicks*.csv' },
    ),
  ];
}

export const brokenFiles = (good: readonly GoodFile[]): readonly BrokenFile[] => [
  ...brokenArchives(),
  ...brokenContainers(good),
  ...brokenTexts(),
  ...hostileContainers(),
  ...hostileArchives(),
];
