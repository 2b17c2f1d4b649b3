import { Button, Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../api/session.ts';
import { SMALL_ICON_SIZE } from '../ui/theme/metrics.ts';
import styles from './shell.module.css';

/** Changes the account; there only for people with more than one. */
export function AccountSwitcher() {
  const { account, accounts } = useSession();
  const navigate = useNavigate();
  const [needle, setNeedle] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setNeedle('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  if (accounts.length <= 1) return <span className={styles['account']}>{account.name}</span>;
  const word = needle.trim().toLowerCase();
  const found = accounts.filter((candidate) => `${candidate.name} ${candidate.urlName}`.toLowerCase().includes(word));
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width="var(--picker-width)"
      shadow="md"
      onOptionSubmit={(urlName) => {
        combobox.closeDropdown();
        void navigate(`/app/${urlName}/dashboard`);
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <Button
          className={styles['account'] ?? ''}
          aria-label={`Account ${account.name}`}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          rightSection={<IconChevronDown size={SMALL_ICON_SIZE} aria-hidden="true" />}
          onClick={() => combobox.toggleDropdown()}
        >
          {account.name}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Search accounts"
          placeholder="Select the Account you want to view"
          value={needle}
          onChange={(event) => {
            setNeedle(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options className={styles['picker'] ?? ''} aria-label="Accounts">
          {found.map((candidate) => (
            <Combobox.Option
              key={candidate.urlName}
              value={candidate.urlName}
              active={candidate.urlName === account.urlName}
            >
              {candidate.name} {candidate.urlName === account.urlName && <IconCheck size={SMALL_ICON_SIZE} aria-label="current" />}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>No accounts found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
