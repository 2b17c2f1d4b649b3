import { Kbd } from '@mantine/core';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import {
  type Icon,
  IconArrowDown,
  IconArrowUp,
  IconBan,
  IconBuilding,
  IconHistory,
  IconLayoutGrid,
  IconRefresh,
  IconSettings,
} from '@tabler/icons-react';
import type { FilterOptionsQuery } from '../../api/generated/graphql.ts';
import type { Session } from '../../api/session/session.ts';
import { permittedAdministration, permittedScreens } from '../../screens.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { permittedAccountScreens } from '../header/account-screens.ts';
import type { PaletteVerb } from './palette-command.ts';
import type { Choice } from './recent-choices.ts';
import type { FoundTransfer } from './use-found-transfers.ts';

type Group = SpotlightActionGroupData;
type Go = (choice: Choice) => void;

/** A number of names that a person can still read. */
const SHOWN_NAMES = 12;

export function recentGroup(choices: readonly Choice[], go: Go): Group {
  return {
    group: 'Recent',
    actions: choices.map((choice) => ({
      id: `recent:${choice.path}`,
      label: choice.label,
      leftSection: <IconHistory size={ICON_SIZE} />,
      onClick: () => go(choice),
    })),
  };
}

function iconOf(ScreenIcon: Icon = IconLayoutGrid) {
  return <ScreenIcon size={ICON_SIZE} />;
}

export function screenGroup({ account, permissions }: Session, go: Go): Group {
  return {
    group: 'Screens',
    actions: [
      ...permittedScreens(permissions).map((screen) => ({
        id: screen.path,
        label: screen.title,
        ...(screen.key === undefined ? {} : { rightSection: <Kbd>{`G ${screen.key.toUpperCase()}`}</Kbd> }),
        leftSection: iconOf(screen.navigation?.icon),
        onClick: () => go({ label: screen.title, path: `/app/${account.urlName}/${screen.path}` }),
      })),
      ...permittedAccountScreens(permissions, account.urlName).map(({ title, path }) => ({
        id: path,
        label: title,
        description: title === 'Users' ? 'People of the account: add a user, roles' : 'Deadline, summary, approvals',
        leftSection: <IconSettings size={ICON_SIZE} />,
        onClick: () => go({ label: title, path }),
      })),
      ...permittedAdministration(permissions).map(({ title, path }) => ({
        id: path,
        label: title,
        leftSection: <IconSettings size={ICON_SIZE} />,
        onClick: () => go({ label: title, path }),
      })),
    ],
  };
}

export function accountGroup({ accounts }: Session, go: Go): Group {
  return {
    group: 'Accounts',
    actions:
      accounts.length <= 1
        ? []
        : accounts.map(({ urlName, name }) => ({
            id: `account:${urlName}`,
            label: name,
            description: urlName,
            leftSection: <IconBuilding size={ICON_SIZE} />,
            onClick: () => go({ label: name, path: `/app/${urlName}/dashboard` }),
          })),
  };
}

/** Lists of one download or upload each, by its name. */
export function nameGroup(names: FilterOptionsQuery['filter_options'] | undefined, base: string, go: Go): Group {
  const downloads = names?.download_names ?? [];
  const uploads = names?.upload_names ?? [];
  const action = (label: string, address: string, icon: SpotlightActionData['leftSection']): SpotlightActionData => ({
    id: address,
    label,
    leftSection: icon,
    onClick: () => go({ label, path: base + address }),
  });
  return {
    group: 'Names',
    actions: [
      ...downloads.map((name) =>
        action(
          `Downloads of ${name}`,
          `downloads/list?${new URLSearchParams({ downloadNames: name }).toString()}`,
          <IconArrowDown size={ICON_SIZE} />,
        ),
      ),
      ...uploads.map((name) =>
        action(
          `Uploads of ${name}`,
          `uploads/list?${new URLSearchParams({ uploadName: name }).toString()}`,
          <IconArrowUp size={ICON_SIZE} />,
        ),
      ),
    ],
  };
}

/** "orders of Nov 21" */
export function describeTransfer({ transfer }: FoundTransfer): string {
  const day = transfer.report_datetime;
  return day === null ? transfer.name : `${transfer.name} of ${day.short}`;
}

type FoundOptions = {
  readonly verb: PaletteVerb | 'open';
  readonly addressOf: (found: FoundTransfer) => string;
  readonly go: Go;
  readonly change: (found: FoundTransfer, verb: PaletteVerb) => void;
};

const LABELS = { open: 'Open', retry: 'Retry', abandon: 'Abandon' } as const;

/** Group of transfers that were found by an id, or by a verb with a name and a date. */
export function foundGroup(found: readonly FoundTransfer[], { verb, addressOf, go, change }: FoundOptions): Group {
  return {
    group: 'Found',
    actions: found.map((one) => {
      const what = `${one.kind.noun} ${describeTransfer(one)}`;
      const icons = {
        open: one.kind.noun === 'download' ? <IconArrowDown size={ICON_SIZE} /> : <IconArrowUp size={ICON_SIZE} />,
        retry: <IconRefresh size={ICON_SIZE} />,
        abandon: <IconBan size={ICON_SIZE} />,
      };
      return {
        id: `${verb}:${one.transfer.id}`,
        label: `${LABELS[verb]} ${what}`,
        description: [
          one.transfer.purpose === 'production' ? 'Published' : one.transfer.purpose === 'proof' ? 'Test' : 'Backfill',
          one.transfer.status,
        ].join(' · '),
        leftSection: icons[verb],
        onClick: () => (verb === 'open' ? go({ label: `Open ${what}`, path: addressOf(one) }) : change(one, verb)),
      };
    }),
  };
}

/** Groups that are shown for a text only. */
const SEARCHED: ReadonlySet<string> = new Set(['Names', 'Keys', 'Incidents', 'Drafts', 'People']);

/** The groups with the actions whose label or description contains the text. */
export function matchGroups(groups: readonly Group[], text: string): Group[] {
  const word = text.trim().toLowerCase();
  const matches = ({ label = '', description = '' }: SpotlightActionData): boolean =>
    `${label} ${description}`.toLowerCase().includes(word);
  return groups
    .filter(({ group }) => (word === '' ? !SEARCHED.has(group) : group !== 'Recent'))
    .map(({ group, actions }) => ({
      group,
      actions:
        group === 'Found' || group === 'Keys'
          ? actions
          : actions.filter(matches).slice(0, group === 'Screens' ? undefined : SHOWN_NAMES),
    }))
    .filter(({ actions }) => actions.length > 0);
}
