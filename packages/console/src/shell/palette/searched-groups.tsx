import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { failureOf } from '@switchboard/model/presentation/failure';
import { IconEdit, IconKey, IconUrgent, IconUser } from '@tabler/icons-react';
import type { PaletteSearchQuery } from '../../api/generated/graphql.ts';
import type { Session } from '../../api/session/session.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import type { PaletteCommand } from './palette-command.ts';
import type { Choice } from './recent-choices.ts';
import type { Searched } from './use-searched.ts';

type Go = (choice: Choice) => void;

/** Groups of the keys, incidents, drafts and people that a text may mean. */
export function searchedGroups({ search, people }: Searched, { account }: Session, go: Go): SpotlightActionGroupData[] {
  const base = `/app/${account.urlName}`;
  return [
    {
      group: 'Keys',
      actions: (search?.credentials.nodes ?? []).map(({ id, name, credential_type_name: type, status }) => ({
        id: `key:${id}`,
        label: name,
        description: status === 'active' ? type : `${type} · ${status}`,
        leftSection: <IconKey size={ICON_SIZE} />,
        onClick: () =>
          go({
            label: `Key ${name}`,
            path: `${base}/keys/details?${new URLSearchParams({ keyName: name }).toString()}`,
          }),
      })),
    },
    {
      group: 'Incidents',
      actions: (search?.incidents.nodes ?? []).map(({ id, ...incident }) => ({
        id: `incident:${id}`,
        ...incidentText(incident),
        leftSection: <IconUrgent size={ICON_SIZE} />,
        onClick: () => go({ label: 'Incidents', path: `${base}/incidents` }),
      })),
    },
    {
      group: 'Drafts',
      actions: (search?.drafts.nodes ?? []).map(({ id, description }) => ({
        id: `draft:${id}`,
        label: description,
        leftSection: <IconEdit size={ICON_SIZE} />,
        onClick: () => go({ label: description, path: `${base}/scripts/editor/${id}/` }),
      })),
    },
    {
      group: 'People',
      actions: people.map(({ id, name, email }) => ({
        id: `user:${id}`,
        label: name,
        description: email,
        leftSection: <IconUser size={ICON_SIZE} />,
        onClick: () =>
          go({
            label: name,
            path: `/${account.urlName}/users?${new URLSearchParams({ nameOrEmail: email }).toString()}`,
          }),
      })),
    },
  ];
}

type FoundIncident = Omit<PaletteSearchQuery['incidents']['nodes'][number], 'id'>;

/** The failure with its subject; the description has the names by which it is found, too. */
function incidentText({ code, subject, names }: FoundIncident) {
  const others = names.filter((name) => name !== subject);
  return {
    label: `${failureOf(code).title}: ${subject}`,
    ...(others.length === 0 ? {} : { description: others.join(', ') }),
  };
}

/** The sentence about a text that nothing matches. It names what was searched. */
export function nothingFoundText(command: PaletteCommand, mayChange: boolean, mayManageUsers: boolean): string {
  if (command.kind === 'id') return 'No download, upload or flow has this id.';
  if (command.kind === 'change') {
    if (!mayChange) return `You may not ${command.verb} anything in this account.`;
    const state = command.verb === 'retry' ? 'has failed' : 'is in progress';
    const day = command.day === null ? '' : ` on ${command.day}`;
    return `Nothing of ${command.name === '' ? 'this account' : command.name} ${state}${day}.`;
  }
  const people = mayManageUsers ? ' and people' : '';
  return `No results, try another word. Searched: screens, accounts, downloads, uploads, keys, incidents, drafts${people}.`;
}
