import { expect } from 'vitest';
import type { CompletionItem, CompletionList } from 'vscode-languageserver-protocol';
import type { Session } from './session.ts';

const TABLES = 'tables.sbs';

/** Completion where the text around the cursor is unfinished or mistyped. */
export function describeCompletion(
  session: (story: (client: Session) => Promise<void>) => () => Promise<void>,
  add: (title: string, run: () => Promise<void>) => void,
): void {
  add(
    'completes after mistyped keywords, before from and in the pattern of columns',
    session(async (client) => {
      const lines = [
        'table a is slect  from ads;',
        'table b is select site form ads whre ;',
        'table c is select columns("") from ads;',
        'table d is select ads.',
      ];
      await client.open(TABLES, lines.join('\n'));
      const labels = async (place: string, by: number): Promise<readonly string[]> => {
        const at = client.at(TABLES, place, by);
        const answer = await client.request<CompletionList | CompletionItem[]>('textDocument/completion', at);
        return (Array.isArray(answer) ? answer : answer.items).map(({ label }) => label);
      };
      expect(await labels('slect  from', 6)).toEqual(expect.arrayContaining(['site', 'clicks', 'sum']));
      expect(await labels('form ads whre ', 5)).toEqual(expect.arrayContaining(['ads']));
      expect(await labels('form ads whre ', 14)).toEqual(expect.arrayContaining(['site', 'clicks', 'upper']));
      expect(await labels('columns("")', 9)).toEqual(expect.arrayContaining(['^site$', '^clicks$']));
      expect(await labels('select ads.', 11)).toEqual(expect.arrayContaining(['site', 'clicks']));
    }),
  );
}
