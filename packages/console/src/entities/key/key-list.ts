import { CredentialsDocument } from '../../api/generated/documents/key.ts';
import { describeList } from '../../api/lists/list-description.ts';
import { TWO_LINE_ROW_HEIGHT } from '../../ui/theme/metrics.ts';
import { concernsKeys } from './concerns-keys.ts';

export const KEY_LIST = describeList('Vault', CredentialsDocument, {
  noun: 'key',
  select: (data) => data.credentials,
  // A key has no changes of its own: the events that suspend or unsuspend it stand for it.
  changedIds: ({ events }) => (concernsKeys({ events }) ? events.map(({ id }) => id) : []),
  // A provider may reject a key at any time.
  isRunning: () => true,
  rowName: ({ name }) => name,
  rowHeight: TWO_LINE_ROW_HEIGHT,
});
