import { Checkbox, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { AccountNamesDocument } from '../../api/generated/documents/account-names.ts';
import type { AccountNamesQuery } from '../../api/generated/graphql.ts';
import { Text } from '../../ui/layout/layout.tsx';
import styles from './administration.module.css';

export type ChosenAccount = AccountNamesQuery['accountsV2']['nodes'][number];

type Props = {
  readonly chosen: readonly ChosenAccount[];
  readonly error: string | null;
  readonly onChange: (chosen: readonly ChosenAccount[]) => void;
};

/** Accounts that the list shows besides those that are chosen. */
const SHOWN = 8;
/** Milliseconds without a key after which accounts are searched for. */
const DELAY = 200;

/** A choice of accounts, which a text finds. Chosen accounts stay in view. */
export function AccountChoice({ chosen, error, onChange }: Props) {
  const [word, setWord] = useState('');
  const [search] = useDebouncedValue(word.trim(), DELAY);
  const [{ data, fetching, error: failure }] = useQuery({
    query: AccountNamesDocument,
    variables: { search: search === '' ? null : search },
  });
  const urlNames = chosen.map(({ urlName }) => urlName);
  const others = data?.accountsV2.nodes.filter(({ urlName }) => !urlNames.includes(urlName)) ?? [];
  const shown = [...chosen, ...others.slice(0, SHOWN)];
  return (
    <Checkbox.Group
      label="Accounts"
      error={error}
      value={urlNames}
      onChange={(names) => onChange(shown.filter(({ urlName }) => names.includes(urlName)))}
      labelProps={{ mb: 'xs' }}
      aria-busy={fetching}
    >
      <TextInput
        mb="xs"
        aria-label="Search accounts"
        placeholder="Search accounts"
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      <div className={styles['roles']}>
        {shown.map(({ urlName, name }) => (
          <Checkbox key={urlName} value={urlName} label={name} description={urlName} />
        ))}
      </div>
      {(others.length > SHOWN || data?.accountsV2.pageInfo.hasNextPage === true) && (
        <Text as="p" tone="dim">
          There are more. Type a part of a name to find them.
        </Text>
      )}
      {failure !== undefined && (
        <Text as="p" tone="dim">
          {describeFailure(failure).message}
        </Text>
      )}
      {!fetching && failure === undefined && others.length === 0 && (
        <Text as="p" tone="dim">
          {search === '' ? 'There are no other accounts.' : 'No other account has this name.'}
        </Text>
      )}
    </Checkbox.Group>
  );
}
