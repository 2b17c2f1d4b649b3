import { readdirSync, readFileSync } from 'node:fs';

/** Rows as written: one text for each value, `null` for a null. */
export type WrittenRows = readonly (readonly string[])[];

/** A script, and what its last table or its assertion gives. */
export type GoodSample = {
  readonly title: string;
  readonly script: string;
  readonly inputs: ReadonlyMap<string, WrittenRows>;
  /** `name: type` for each column. */
  readonly columns: readonly string[];
  readonly rows: WrittenRows;
  readonly isOrdered: boolean;
};

/** A script with one mistake, in marks: «…». */
export type WrongSample = { readonly title: string; readonly code: string; readonly marked: string };

export type SampleFile = {
  readonly construct: string;
  readonly good: readonly GoodSample[];
  readonly wrong: readonly WrongSample[];
};

const ROOT = new URL('./', import.meta.url);

/**
 * Reads a file of samples. A sample starts with `good TITLE` or `wrong CODE TITLE`, followed by its script. `input TABLE` starts
 * the rows of a source, `rows` or `rows in order` the names, types and rows of the result. Values are separated by ` | `.
 */
export function readSamples(construct: string): SampleFile {
  const blocks = readFileSync(new URL(`${construct}.txt`, ROOT), 'utf8')
    .split(/^(?=good |wrong )/m)
    .filter((block) => block.trim() !== '');
  return {
    construct,
    good: blocks.filter((block) => block.startsWith('good ')).map(readGood),
    wrong: blocks.filter((block) => block.startsWith('wrong ')).map(readWrong),
  };
}

/** The names of all files of samples. */
export function sampleFiles(): string[] {
  return readdirSync(ROOT)
    .filter((name) => name.endsWith('.txt') && name !== 'sources.txt')
    .map((name) => name.slice(0, -'.txt'.length))
    .sort();
}

/** The sources that every sample may read, with their rows. */
export function readSources(): Pick<GoodSample, 'script' | 'inputs'> {
  return readGood(`good sources\n${readFileSync(new URL('sources.txt', ROOT), 'utf8')}`);
}

function readWrong(block: string): WrongSample {
  const [head = '', ...lines] = block.trimEnd().split('\n');
  const [, code = '', ...title] = head.split(' ');
  return { title: title.join(' '), code, marked: lines.join('\n') };
}

function readGood(block: string): GoodSample {
  const [head = '', ...lines] = block.trimEnd().split('\n');
  const starts = [...lines.keys()].filter((at) => /^(input \S|rows$|rows in order$)/.test(lines[at] ?? ''));
  const script = lines.slice(0, starts[0]).join('\n');
  const inputs = new Map<string, WrittenRows>();
  let columns: readonly string[] = [];
  let rows: WrittenRows = [];
  let isOrdered = false;
  for (const [index, at] of starts.entries()) {
    const line = lines[at] ?? '';
    const cells = lines
      .slice(at + 1, starts[index + 1])
      .filter((each) => each.trim() !== '')
      .map((each) => `${each} `.split(' | ').map((cell) => cell.trim()));
    if (line.startsWith('input ')) inputs.set(line.slice('input '.length), cells);
    else {
      columns = cells[0] ?? [];
      rows = cells.slice(1);
      isOrdered = line === 'rows in order';
    }
  }
  return { title: head.slice('good '.length), script, inputs, columns, rows, isOrdered };
}
