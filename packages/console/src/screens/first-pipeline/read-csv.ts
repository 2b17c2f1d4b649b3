import { inferColumns, nameOf, type ProposedColumns } from '@switchboard/language/propose/columns';
import { formatBytes } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';
import Papa from 'papaparse';

/** Rows whose values decide about the types. */
const SAMPLE_ROWS = 10_000;
/** Rows that the person sees. */
const SHOWN_ROWS = 3;

export type CsvFile = ProposedColumns & {
  readonly file: File;
  /** Proposed for the download and the upload. */
  readonly name: string;
  readonly delimiter: string;
  /** The first rows, values in the order of the columns. */
  readonly rows: readonly (readonly string[])[];
  /** How many rows were read for the types. */
  readonly readRows: number;
};

export type ReadCsv = { readonly csv: CsvFile } | { readonly problem: string };

/** Reads the head of a CSV file that a person chose, and proposes its columns. */
export async function readCsv(file: File): Promise<ReadCsv> {
  if (file.size === 0) return { problem: `${file.name} is empty. Choose another file.` };
  if (file.size > LIMITS.importedFileBytes) {
    const limit = formatBytes(LIMITS.importedFileBytes);
    return {
      problem: `${file.name} has ${formatBytes(file.size)}. Choose a file of at most ${limit}, or load larger ones from a bucket or an SFTP server.`,
    };
  }
  const { data, delimiter } = await parse(file);
  const [header = [], ...rows] = data;
  const problem = headerProblem(file.name, header, rows);
  if (problem !== null) return { problem };
  const name = nameOf(file.name.replace(/\.[^.]*$/, '')) || 'report';
  return {
    csv: {
      file,
      name,
      delimiter,
      rows: rows.slice(0, SHOWN_ROWS),
      readRows: rows.length,
      ...inferColumns(header, rows),
    },
  };
}

type Parsed = { readonly data: readonly (readonly string[])[]; readonly delimiter: string };

function parse(file: File): Promise<Parsed> {
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(file, {
      preview: SAMPLE_ROWS + 1,
      skipEmptyLines: true,
      delimitersToGuess: [',', ';', '\t', '|'],
      complete: ({ data, meta }) => resolve({ data, delimiter: meta.delimiter }),
      error: reject,
    });
  });
}

function headerProblem(file: string, header: readonly string[], rows: readonly unknown[]): string | null {
  if (header.some((name) => /[\0\uFFFD]/.test(name)))
    return `${file} is not a text file in UTF-8. Save it as CSV in UTF-8, then choose it again.`;
  const empty = header.findIndex((name) => name.trim() === '');
  if (empty !== -1)
    return `Column ${empty + 1} of ${file} has no name in the first line. Name every column, then choose the file again.`;
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined)
    return `${file} has two columns named "${twice}". Give each a name of its own, then choose the file again.`;
  if (rows.length === 0)
    return `${file} has no rows below its first line, which names the columns. Choose a file with rows.`;
  return null;
}
