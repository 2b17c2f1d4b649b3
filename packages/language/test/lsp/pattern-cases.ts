import type { Session } from './session.ts';

const TABLES = 'tables.sbs';
const filterBy = (pattern: string): string =>
  `table daily is select site from ads where regex_match(site, '${pattern}');`;

/** Regular expressions, whose library is loaded by the first one where the server runs in a browser. */
export function describePatterns(
  session: (story: (client: Session) => Promise<void>) => () => Promise<void>,
  add: (title: string, run: () => Promise<void>) => void,
): void {
  add(
    'reports patterns that are wrong, and takes those that are right',
    session(async (client) => {
      await client.open(TABLES, filterBy('[a'));
      await client.messages(TABLES, (codes) => codes.includes('SBS3012'), 1);
      await client.type(TABLES, { range: client.range(TABLES, '[a'), text: '[a]' });
      await client.messages(TABLES, (codes) => !codes.includes('SBS3012'), 2);
    }),
  );
}
