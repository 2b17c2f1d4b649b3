import { SegmentedControl } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useSession } from '../../api/session/session.ts';

export type Scope = 'account' | 'all';

type Props = { readonly scope: Scope; readonly onChange: (scope: Scope) => void };

/** Chooses between the account and all accounts; nothing for people with one account. */
export function ScopeControl({ scope, onChange }: Props) {
  const { account, accounts } = useSession();
  if (accounts.length <= 1 && scope === 'account') return null;
  return (
    <SegmentedControl
      aria-label="Accounts"
      value={scope}
      data={[
        { value: 'account', label: account.name },
        { value: 'all', label: 'All accounts' },
      ]}
      onChange={(value) => onChange(value === 'all' ? 'all' : 'account')}
    />
  );
}
