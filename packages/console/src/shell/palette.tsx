import { Kbd } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconBuilding, IconLayoutGrid, IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../api/session/session.ts';
import { permittedScreens } from '../screens.ts';
import { ICON_SIZE } from '../ui/theme/metrics.ts';

const [store, palette] = createSpotlight();

type Props = { readonly onClose: () => void };

/** The command palette (Ctrl/Cmd+K): finds screens and accounts. Opens on mount. */
export function Palette({ onClose }: Props) {
  const { account, accounts, permissions } = useSession();
  const navigate = useNavigate();
  useEffect(() => palette.open(), []);
  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Screens',
      actions: permittedScreens(permissions).map((screen) => ({
        id: screen.path,
        label: screen.title,
        ...(screen.key === undefined ? {} : { rightSection: <Kbd>{`G ${screen.key.toUpperCase()}`}</Kbd> }),
        leftSection: <IconLayoutGrid size={ICON_SIZE} />,
        onClick: () => void navigate(`/app/${account.urlName}/${screen.path}`),
      })),
    },
  ];
  if (accounts.length > 1) {
    groups.push({
      group: 'Accounts',
      actions: accounts.map((candidate) => ({
        id: `account:${candidate.urlName}`,
        label: candidate.name,
        description: candidate.urlName,
        leftSection: <IconBuilding size={ICON_SIZE} />,
        onClick: () => void navigate(`/app/${candidate.urlName}/dashboard`),
      })),
    });
  }
  return (
    <Spotlight
      store={store}
      shortcut={null}
      lockScroll={false}
      attributes={{ content: { 'aria-label': 'Search or jump to' } }}
      overlayProps={{ blur: 0 }}
      scrollable
      actions={groups}
      nothingFound="No results, try another word."
      searchProps={{
        'aria-label': 'Search or jump to',
        placeholder: 'Search or jump to…',
        leftSection: <IconSearch size={ICON_SIZE} aria-hidden="true" />,
      }}
      onSpotlightClose={onClose}
    />
  );
}
