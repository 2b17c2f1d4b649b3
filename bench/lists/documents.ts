import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The console's documents, so that what is measured is what people wait for. */
const FILES = [
  'entities/download/download',
  'entities/upload/upload',
  'entities/event/event',
  'entities/transfer/transfer',
  'entities/journal/journal',
  'screens/imports/imports',
  'screens/exports/exports',
];

const DEFINITION = /^(query|fragment) (\w+)[\s\S]*?^\}$/gm;
const SPREAD = /\.\.\.(\w+)/g;

function definitions(): ReadonlyMap<string, string> {
  const text = FILES.map((name) =>
    readFileSync(fileURLToPath(new URL(`../../packages/console/src/${name}.graphql`, import.meta.url)), 'utf8'),
  ).join('\n');
  return new Map([...text.matchAll(DEFINITION)].map(([whole, , name = '']) => [name, whole]));
}

const DEFINITIONS = definitions();

/** The operation of the console with the fragments that it uses. */
export function consoleDocument(operation: string): string {
  const wanted = new Set([operation]);
  // The loop also visits the names that it adds.
  for (const name of wanted) {
    const text = DEFINITIONS.get(name);
    if (text === undefined) throw new Error(`The console has no ${name}.`);
    for (const [, spread = ''] of text.matchAll(SPREAD))
      if (spread !== '' && DEFINITIONS.has(spread)) wanted.add(spread);
  }
  return [...wanted].map((name) => DEFINITIONS.get(name)).join('\n');
}
