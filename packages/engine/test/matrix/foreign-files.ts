import { readFileSync } from 'node:fs';
import { type GoodFile, REPORT_COUNTS, reportRows, shownName } from './report.ts';

const FILES = JSON.parse(readFileSync(new URL('./foreign-files.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

/** A file that a program of others has written. */
export function foreignFile(name: string): Buffer {
  const content = FILES[name];
  if (content === undefined) throw new Error(`There is no foreign file ${name}; run make-foreign-files.py.`);
  return Buffer.from(content, 'base64');
}

const LONG = '9007199254740993';
const LAST: Readonly<Record<string, string>> = { 'latin-1': 'last £ ÿ', 'windows-1252': 'last € Ž' };
const COMPRESSIONS: Readonly<Record<string, string>> = { gz: 'gzip', bz2: 'bzip2', zip: 'zip', zst: 'zstd' };

/** The report in every text format, encoding and compression, as Python and the usual programs write it. */
export const foreignReports = (): readonly GoodFile[] =>
  Object.keys(FILES).flatMap((name) => {
    const [kind, encoding = '', format = '', packed] = name.split('.');
    if (kind !== 'ads' && kind !== 'program') return [];
    // An XML file says its encoding itself, the others need a mark or to be declared.
    const isDeclared = format !== 'xml' && encoding in LAST;
    return {
      cell: [format, packed === undefined ? 'none' : (COMPRESSIONS[packed] ?? packed), encoding] as const,
      filename: name,
      shownAs: [shownName(name)],
      content: foreignFile(name),
      ...(isDeclared ? { parameters: { encoding } } : {}),
      counts: REPORT_COUNTS,
      rows: reportRows(LAST[encoding] ?? 'last 🎉 ἄλφα', LONG),
    };
  });

/** Archives of several files, of files that are none, and of names that are traps: each with the report once or twice. */
export const foreignArchives = (): readonly GoodFile[] =>
  Object.entries({
    several: ['2025/ads-1.csv', '2025/ads-2.csv'],
    formats: ['ads.csv', 'ads.jsonl'],
    'packed-members': ['a.csv.gz', 'b.csv.bz2'],
    systems: ['ads.csv'],
    slip: ['ads.csv'],
    link: ['ads.csv'],
  }).map(([name, shownAs]) => {
    const { records, good, dirty, newDirty } = REPORT_COUNTS;
    const times = shownAs.length;
    return {
      cell: [`archive ${name}`, 'zip', 'utf-8'] as const,
      filename: `archive.${name}.zip`,
      content: foreignFile(`archive.${name}.zip`),
      shownAs,
      counts: { records: records * times, good: good * times, dirty: dirty * times, newDirty: newDirty * times },
      rows: shownAs.flatMap(() => reportRows('last £ ÿ', LONG)),
    };
  });
