import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '../../ui/theme/mantine-layer-styles.ts';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from 'urql';
import { FilterOptionsDocument } from '../../api/generated/documents/filter-options.ts';
import { useSession } from '../../api/session/session.ts';
import { useDownloadLink } from '../../entities/download/use-download-link.ts';
import { AbandonDialog } from '../../entities/transfer/abandon-dialog.tsx';
import { DOWNLOAD_KIND, UPLOAD_KIND } from '../../entities/transfer/transfer-kind.ts';
import { useSaveTransfer } from '../../entities/transfer/use-save-transfer.ts';
import { useUploadLink } from '../../entities/upload/use-upload-link.ts';
import { utcToday } from '../../lib/dates.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { accountGroup, foundGroup, matchGroups, nameGroup, recentGroup, screenGroup } from './palette-actions.tsx';
import { type PaletteVerb, readPaletteCommand } from './palette-command.ts';
import { type Choice, keepRecentChoice, readRecentChoices } from './recent-choices.ts';
import { nothingFoundText, searchedGroups } from './searched-groups.tsx';
import { type FoundTransfer, useFoundTransfers } from './use-found-transfers.ts';
import { useSearched } from './use-searched.ts';

const [store, palette] = createSpotlight();

type Props = { readonly onClose: () => void };

/**
 * The command palette (Ctrl/Cmd+K): finds screens, accounts and names, opens a pasted id, and retries or abandons what a
 * verb, a name and a report date mean. Opens on mount.
 */
export function Palette({ onClose }: Props) {
  const session = useSession();
  const { account, email, permissions } = session;
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [abandoning, setAbandoning] = useState<FoundTransfer | null>(null);
  const isAsking = useRef(false);
  const scope = `${email}/${account.urlName}`;
  const [recent] = useState(() => readRecentChoices(scope));
  const [{ data }] = useQuery({ query: FilterOptionsDocument });
  const command = readPaletteCommand(text, utcToday(new Date()));
  const found = useFoundTransfers(command);
  const searched = useSearched(command.kind === 'words' ? text : '');
  const saveDownload = useSaveTransfer(DOWNLOAD_KIND);
  const saveUpload = useSaveTransfer(UPLOAD_KIND);
  const downloadLink = useDownloadLink();
  const uploadLink = useUploadLink();
  useEffect(() => palette.open(), []);

  const go = (choice: Choice): void => {
    keepRecentChoice(scope, choice);
    void navigate(choice.path);
  };
  const save = ({ kind, transfer }: FoundTransfer, status: 'queued' | 'abandoned'): Promise<boolean> =>
    (kind.noun === 'download' ? saveDownload : saveUpload)(transfer.id, status);
  const change = (one: FoundTransfer, verb: PaletteVerb): void => {
    if (verb === 'retry') void save(one, 'queued');
    else {
      isAsking.current = true;
      setAbandoning(one);
    }
  };
  const mayChange = command.kind !== 'change' || permissions.has('manage-pipelines');
  const groups = [
    recentGroup(recent, go),
    foundGroup(mayChange ? found : [], {
      verb: command.kind === 'change' ? command.verb : 'open',
      addressOf: ({ kind, transfer }) => (kind.noun === 'download' ? downloadLink(transfer) : uploadLink(transfer)),
      go,
      change,
    }),
    screenGroup(session, go),
    accountGroup(session, go),
    ...searchedGroups(searched, session, go),
    nameGroup(data?.filter_options, `/app/${account.urlName}/`, go),
  ];
  return (
    <>
      <Spotlight
        store={store}
        shortcut={null}
        lockScroll={false}
        attributes={{ content: { 'aria-label': 'Search or jump to' } }}
        overlayProps={{ blur: 0 }}
        scrollable
        query={text}
        onQueryChange={setText}
        actions={matchGroups(groups, text)}
        filter={(_text, actions) => actions}
        nothingFound={
          searched.isSettled ? nothingFoundText(command, mayChange, permissions.has('manage-users')) : 'Searching …'
        }
        searchProps={{
          'aria-label': 'Search or jump to',
          placeholder: 'Search or jump to, paste an id, or "retry orders Nov 21"',
          leftSection: <IconSearch size={ICON_SIZE} aria-hidden="true" />,
        }}
        onSpotlightClose={() => {
          if (!isAsking.current) onClose();
        }}
      />
      {abandoning !== null && (
        <AbandonDialog
          kind={abandoning.kind}
          transfer={abandoning.transfer}
          onClose={onClose}
          onConfirm={() => save(abandoning, 'abandoned')}
        />
      )}
    </>
  );
}
