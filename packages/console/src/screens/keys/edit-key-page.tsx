import { Button } from '@mantine/core';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePermission } from '../../api/session/session.ts';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import { KeyDependencies } from './key-dependencies.tsx';
import { KeyForm } from './key-form.tsx';
import { KeySkeleton } from './key-skeleton.tsx';
import styles from './keys.module.css';
import { ReturnToVault, WRONG_PARAMETERS } from './return-to-vault.tsx';
import { storedNames, toProperties } from './stored-key.ts';
import { type NamedKey, useNamedKey } from './use-named-key.ts';
import { useSaveKey } from './use-save-key.ts';

/** /keys/edit-key: the form of the key in the address. People who do not manage keys read it. */
export function EditKeyPage() {
  const { name, key, failure, refresh } = useNamedKey('network-only');
  const paths = useKeyPaths();
  // What is edited stays as it was opened: a change from elsewhere must not replace the input.
  const [opened, setOpened] = useState<NamedKey | null>(null);
  const [outdated, setOutdated] = useState<number | null>(null);
  if (opened === null && key && key.version !== outdated) setOpened(key);
  if (name === '') return <ReturnToVault reason={WRONG_PARAMETERS} />;
  if (key === null && opened === null) return <ReturnToVault reason={`There is no key ${name}.`} />;
  if (failure !== null && opened === null) return <ReturnToVault reason="Failed to fetch keys" />;
  const type = opened === null ? undefined : findKeyType(opened.credential_type);
  const title = type !== undefined && oauthOf(type) !== undefined ? 'Edit key name' : 'Edit key';
  const reload = (): void => {
    setOutdated(opened?.version ?? null);
    setOpened(null);
    refresh();
  };
  return (
    <Page
      title={title}
      above={
        <Breadcrumbs
          parents={[
            { label: 'Vault', to: paths.list },
            { label: 'Key details', to: paths.details(opened?.name ?? name) },
          ]}
          current={title}
        />
      }
      aside={opened !== null && <Chip>{opened.credential_type_name}</Chip>}
    >
      <Stack gap={4} padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto" className={styles['content']}>
        {opened === null && <KeySkeleton />}
        {opened !== null && type === undefined && (
          <EmptyState title={`This version does not know the key type ${opened.credential_type}.`}>
            The key cannot be edited here. What uses it goes on.
          </EmptyState>
        )}
        {opened !== null && type !== undefined && (
          <StoredKey key={opened.version} type={type} opened={opened} onReload={reload} />
        )}
      </Stack>
    </Page>
  );
}

type Props = { readonly type: KeyType; readonly opened: NamedKey; readonly onReload: () => void };

function StoredKey({ type, opened, onReload }: Props) {
  const navigate = useNavigate();
  const paths = useKeyPaths();
  const mayEdit = usePermission('manage-keys');
  const { save, isOutdated } = useSaveKey('updated');
  const { name, version } = opened;
  // Of a key that was connected, only name and description change: whether it works is unknown until it is connected again.
  const change = oauthOf(type) === undefined ? { status: 'active' } : { properties: null };
  const { downloadsUsingKey: downloads, uploadsUsingKey: uploads, next_affected: next } = opened;
  return (
    <>
      <KeyForm
        type={type}
        mode={mayEdit ? 'edit' : 'view'}
        stored={{
          name,
          description: opened.description,
          properties: toProperties(opened.properties),
          stored: storedNames(opened.properties_exist),
        }}
        onSave={(input) => save({ ...input, name, newName: input.name, version, ...change })}
        onSaved={() => void navigate(paths.list)}
        onCancel={() => void navigate(paths.details(name))}
        recovery={isOutdated && <Button onClick={onReload}>Load the present values</Button>}
      />
      {downloads.length + uploads.length > 0 && (
        <div className={styles['form']}>
          <KeyDependencies downloads={downloads} uploads={uploads} next={next ?? null} />
        </div>
      )}
    </>
  );
}
