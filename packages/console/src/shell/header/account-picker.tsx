import { Combobox, TextInput, useCombobox } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../api/session/session.ts';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';

type Props = { readonly onClose: () => void };

/** No url name, which is never empty. */
const ALL = '';

/** A searchable list of accounts. Choosing one opens its dashboard; the last entry opens Home over all of them. */
export function AccountPicker({ onClose }: Props) {
  const { account, accounts } = useSession();
  const navigate = useNavigate();
  const [needle, setNeedle] = useState('');
  const combobox = useCombobox({ opened: true });
  const word = needle.trim().toLowerCase();
  const found = accounts.filter((candidate) => `${candidate.name} ${candidate.urlName}`.toLowerCase().includes(word));
  const { selectFirstOption } = combobox;
  const shown = found.map((candidate) => candidate.urlName).join(' ');
  useEffect(() => {
    if (shown !== '') selectFirstOption();
  }, [shown, selectFirstOption]);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(urlName) => {
        onClose();
        void navigate(urlName === ALL ? `/app/${account.urlName}/homepage?scope=all` : `/app/${urlName}/dashboard`);
      }}
    >
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          autoFocus
          aria-label="Search accounts"
          placeholder="Select the Account you want to view"
          value={needle}
          onChange={(event) => setNeedle(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={styles['picker'] ?? ''} aria-label="Accounts">
        {found.map((candidate) => (
          <Combobox.Option
            key={candidate.urlName}
            value={candidate.urlName}
            active={candidate.urlName === account.urlName}
            className={styles['pickerOption'] ?? ''}
          >
            {candidate.name}
            {candidate.urlName === account.urlName && <IconCheck size={SMALL_ICON_SIZE} aria-label="current" />}
          </Combobox.Option>
        ))}
        {word === '' && (
          <Combobox.Option value={ALL} className={styles['pickerOption'] ?? ''}>
            Health of all accounts
          </Combobox.Option>
        )}
        {found.length === 0 && <Combobox.Empty>No accounts found</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}
