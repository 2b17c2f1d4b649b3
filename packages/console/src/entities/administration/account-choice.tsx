import { Checkbox, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { useQuery } from 'urql';
import { AccountNamesDocument } from '../../api/generated/documents/account-names.ts';
import styles from './administration.module.css';

type Props = {
  readonly urlNames: readonly string[];
  readonly error: string | null;
  readonly onChange: (urlNames: readonly string[]) => void;
};

/** Accounts that a narrowed list shows. */
const SHOWN = 8;

/** A choice of accounts among the first hundred by name, which a text narrows. Chosen accounts stay in view. */
export function AccountChoice({ urlNames, error, onChange }: Props) {
  const [word, setWord] = useState('');
  const [{ data, fetching }] = useQuery({ query: AccountNamesDocument });
  const wanted = word.trim().toLowerCase();
  const accounts = data?.accountsV2.nodes ?? [];
  const found = accounts.filter(
    ({ name, urlName }) =>
      !urlNames.includes(urlName) && (name.toLowerCase().includes(wanted) || urlName.includes(wanted)),
  );
  const shown = [...accounts.filter(({ urlName }) => urlNames.includes(urlName)), ...found.slice(0, SHOWN)];
  return (
    <Checkbox.Group
      label="Accounts"
      error={error}
      value={[...urlNames]}
      onChange={onChange}
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
      {found.length > SHOWN && (
        <p className={styles['help']}>{found.length - SHOWN} more. Type a part of a name to find them.</p>
      )}
      {!fetching && shown.length === 0 && <p className={styles['help']}>No account has this name.</p>}
    </Checkbox.Group>
  );
}
