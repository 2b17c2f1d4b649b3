import { LIMITS } from '@switchboard/model/limits';
import type { CredentialsQueryVariables } from '../../api/generated/graphql.ts';
import type { ListView } from '../../api/lists/list-description.ts';
import { text } from '../../lib/address/url-state.ts';

/** The filters of /keys, as its address holds them. */
export const KEYS_VIEW: ListView<CredentialsQueryVariables> = {
  grid: 'keys',
  pageSize: LIMITS.keyPageSize,
  filters: [
    { kind: 'search', parameter: 'search', variable: 'search', placeholder: 'Search Vault' },
    {
      kind: 'choices',
      label: 'Status',
      parameter: 'status',
      variable: 'status',
      options: [
        { value: 'active', label: 'Active' },
        { value: 'suspended', label: 'Suspended' },
        { value: 'paused', label: 'Paused' },
      ],
      pinned: true,
      drawnAs: 'chips',
    },
  ],
};

/** The query parameters of the screens of one key. */
export const KEY_PARAMETERS = { keyName: text };
export const NEW_KEY_PARAMETERS = { keyType: text };
