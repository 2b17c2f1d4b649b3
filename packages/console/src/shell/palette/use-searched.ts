import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from 'urql';
import { PalettePeopleDocument, PaletteSearchDocument } from '../../api/generated/documents/palette.ts';
import type { PalettePeopleQuery, PaletteSearchQuery } from '../../api/generated/graphql.ts';
import { useSession } from '../../api/session/session.ts';

const DELAY = 250;
/** Characters of a text that is searched for. A search takes at most 200. */
const SHORTEST = 2;
const LONGEST = 200;

export type Searched = {
  readonly search: PaletteSearchQuery | undefined;
  readonly people: NonNullable<PalettePeopleQuery['account']>['users'];
  /** The text to which these belong has been answered. */
  readonly isSettled: boolean;
};

/** The keys, incidents and drafts of the account that a text may mean, and its people for those who manage them. */
export function useSearched(text: string): Searched {
  const { account, permissions } = useSession();
  const word = text.trim();
  const [settled] = useDebouncedValue(word, DELAY);
  const isShort = settled.length < SHORTEST || settled.length > LONGEST || settled.includes('\0');
  const [{ data: search, fetching, stale }] = useQuery({
    query: PaletteSearchDocument,
    variables: { search: settled, account: account.urlName },
    pause: isShort || !permissions.has('view'),
  });
  const [{ data: people }] = useQuery({
    query: PalettePeopleDocument,
    variables: { urlName: account.urlName },
    pause: isShort || !permissions.has('manage-users'),
  });
  return {
    search: isShort ? undefined : search,
    people: people?.account?.users ?? [],
    isSettled: settled === word && !fetching && !stale,
  };
}
