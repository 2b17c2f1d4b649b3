/**
 * A program that reads a database file, in a process of its own: a query may compute for long without an end, and the file may be
 * hostile. It may read the folder of the file and write nothing. Prints a line end once it runs. Standard input is a `ReadOrder` as JSON. Prints the answer, and ends with
 * 1 and a `ReadFailure` as JSON on standard error where SQLite reports an error.
 */
import { once } from 'node:events';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { json } from 'node:stream/consumers';

/** The work for the program that reads a database file. */
export type ReadOrder =
  /** @param dateKinds statement for the kinds of values in the date column; null without one */
  | { readonly kind: 'facts'; readonly path: string; readonly all: string; readonly dateKinds: string | null }
  | { readonly kind: 'rows'; readonly path: string; readonly rows: string };

/** An error of SQLite: https://www.sqlite.org/rescode.html */
export type ReadFailure = { readonly code: number; readonly text: string };

export type TableFacts = {
  readonly names: readonly string[];
  /** The first damage of the file; null for none. */
  readonly damage: string | null;
  readonly dateKinds: readonly string[];
};

const CHUNK_LENGTH = 64 * 1024;
const ENCODINGS: Readonly<Record<string, string>> = { 'UTF-16le': 'utf-16le', 'UTF-16be': 'utf-16be' };

process.stdout.write('\n');
const order = (await json(process.stdin)) as ReadOrder;
try {
  const database = new DatabaseSync(order.path, { readOnly: true, allowExtension: false });
  // Sorting in files would write.
  database.exec('pragma trusted_schema = off; pragma temp_store = memory');
  if (order.kind === 'facts') process.stdout.write(JSON.stringify(factsOf(database, order)));
  else await printRows(database, order);
} catch (error) {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) throw error;
  const failure: ReadFailure = { code: error.errcode & 0xff, text: error.message };
  process.stderr.write(JSON.stringify(failure));
  process.exitCode = 1;
}

function factsOf(database: DatabaseSync, { all, dateKinds }: Extract<ReadOrder, { kind: 'facts' }>): TableFacts {
  const names = database
    .prepare(all)
    .columns()
    .map(({ name }) => name);
  const [check] = Object.values(database.prepare('pragma quick_check(1)').get() ?? {});
  const kinds = dateKinds === null ? [] : database.prepare(dateKinds).all();
  return { names, damage: check === 'ok' ? null : String(check), dateKinds: kinds.map(({ kind }) => String(kind)) };
}

async function printRows(database: DatabaseSync, { rows }: Extract<ReadOrder, { kind: 'rows' }>): Promise<void> {
  const [encoding] = Object.values(database.prepare('pragma encoding').get() ?? {});
  const decoder = new TextDecoder(ENCODINGS[String(encoding)] ?? 'utf-8', { fatal: true, ignoreBOM: true });
  const spell = (value: SQLOutputValue): string => {
    if (value === null) return '';
    const text = value instanceof Uint8Array ? decode(decoder, value) : String(value);
    return text === '' || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const statement = database.prepare(rows);
  statement.setReadBigInts(true);
  let text = `${statement
    .columns()
    .map(({ name }) => spell(name))
    .join(',')}\n`;
  statement.setReturnArrays(true);
  for (const row of statement.iterate() as Iterable<unknown>) {
    text += `${(row as readonly SQLOutputValue[]).map(spell).join(',')}\n`;
    if (text.length < CHUNK_LENGTH) continue;
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    text = '';
  }
  process.stdout.write(text);
}

/** A text, whose bytes the statement gives as they are stored; hexadecimal after \x where they are none. */
function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return `\\x${Buffer.from(bytes).toString('hex')}`;
  }
}
