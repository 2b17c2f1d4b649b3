import type { KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import { useNavigate } from 'react-router';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import { ConnectKey } from './connect-key.tsx';
import { KeyForm } from './key-form.tsx';
import styles from './keys.module.css';
import { NEW_KEY_PARAMETERS } from './keys-view.ts';
import { ReturnToVault, WRONG_PARAMETERS } from './return-to-vault.tsx';
import { useSaveKey } from './use-save-key.ts';

/** /keys/add-key: the form of a new key of the type in the address. */
export function AddKeyPage() {
  const [{ keyType }] = useUrlState(NEW_KEY_PARAMETERS);
  const type = findKeyType(keyType);
  if (type === undefined || type.deprecated === true) return <ReturnToVault reason={WRONG_PARAMETERS} />;
  return <NewKey key={type.name} type={type} />;
}

function NewKey({ type }: { readonly type: KeyType }) {
  const paths = useKeyPaths();
  return (
    <Page
      title="Add key"
      above={<Breadcrumbs parents={[{ label: 'Vault', to: paths.list }]} current="Add key" />}
      aside={<Chip>{type.displayName}</Chip>}
    >
      <Stack gap={4} padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto" className={styles['content']}>
        {oauthOf(type) === undefined ? <EnterKey type={type} /> : <ConnectKey type={type} />}
      </Stack>
    </Page>
  );
}

function EnterKey({ type }: { readonly type: KeyType }) {
  const navigate = useNavigate();
  const paths = useKeyPaths();
  const { save } = useSaveKey('created');
  return (
    <KeyForm
      type={type}
      mode="add"
      stored={null}
      onSave={(input) => save({ ...input, type: type.name })}
      onSaved={() => void navigate(paths.list)}
      onCancel={() => void navigate(paths.list)}
    />
  );
}
