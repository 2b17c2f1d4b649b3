import { Button } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { useEffect, useRef } from 'react';
import { RenamePasskeyDocument } from '../../api/generated/documents/sign-in-factors.ts';
import type { OwnFactorsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { InlineText } from '../../ui/form/inline-text.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { hasPasskeys } from './create-passkey.ts';
import styles from './sign-in-factors.module.css';

export type Passkey = OwnFactorsFragment['passkeys'][number];

/** Change of a factor that a person has chosen. */
export type FactorChange =
  | { readonly kind: 'add-app' | 'remove-app' | 'add-passkey' | 'renew-codes' }
  | { readonly kind: 'remove-passkey'; readonly passkey: Passkey };

type Props = {
  readonly factors: OwnFactorsFragment;
  /** Whether it stands in place of a step that had the focus. */
  readonly takesFocus: boolean;
  readonly onChange: (change: FactorChange) => void;
};

/** The factors of the signed-in person. */
export function FactorList({ factors, takesFocus, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) list.current?.focus();
  }, [takesFocus]);
  const { authenticator_app: added, passkeys, recovery_codes: codes } = factors;
  const hasFactor = added !== null || passkeys.length > 0;
  return (
    <Stack gap={5} minWidth={0} ref={list} className={styles['list']} tabIndex={-1}>
      <Text as="p" tone="dim">
        {hasFactor
          ? 'Your password alone does not sign you in.'
          : 'Only your password protects your sign-in. Add an authenticator app or a passkey.'}
      </Text>
      <Stack as="section" gap={3} minWidth={0} aria-label="Authenticator app">
        <Row gap={2} align="center" justify="between" wrap>
          <Text as="h3" size="body" weight="strong">
            Authenticator app
          </Text>
          {added === null ? (
            <Button onClick={() => onChange({ kind: 'add-app' })}>Add authenticator app</Button>
          ) : (
            <Button aria-label="Remove authenticator app" onClick={() => onChange({ kind: 'remove-app' })}>
              Remove
            </Button>
          )}
        </Row>
        <Text as="p" tone="dim">
          {added === null ? (
            'An app on your phone shows a new code every 30 seconds.'
          ) : (
            <>
              Added <Timestamp value={added} />
            </>
          )}
        </Text>
      </Stack>
      <Stack as="section" gap={3} minWidth={0} aria-label="Passkeys">
        <Row gap={2} align="center" justify="between" wrap>
          <Text as="h3" size="body" weight="strong">
            Passkeys
          </Text>
          {factors.can_add_passkeys && hasPasskeys() && (
            <Button onClick={() => onChange({ kind: 'add-passkey' })}>Add passkey</Button>
          )}
        </Row>
        <Text as="p" tone="dim">
          {passkeyText(factors)}
        </Text>
        {passkeys.length > 0 && (
          <Stack as="ul" gap={2}>
            {passkeys.map((passkey) => (
              <Row
                as="li"
                gap={2}
                align="center"
                justify="between"
                wrap
                padding={[2, 3]}
                minWidth={0}
                frame="normal"
                key={passkey.id}
              >
                <PasskeyName passkey={passkey} />
                <Button
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => onChange({ kind: 'remove-passkey', passkey })}
                >
                  Remove
                </Button>
              </Row>
            ))}
          </Stack>
        )}
      </Stack>
      {hasFactor && (
        <Stack as="section" gap={3} minWidth={0} aria-label="Recovery codes">
          <Row gap={2} align="center" justify="between" wrap>
            <Text as="h3" size="body" weight="strong">
              Recovery codes
            </Text>
            <Button onClick={() => onChange({ kind: 'renew-codes' })}>Make new codes</Button>
          </Row>
          <Text as="p" tone="dim">
            {codes === 1 ? '1 code is left.' : `${codes} codes are left.`}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}

function passkeyText({ can_add_passkeys: canAdd }: OwnFactorsFragment): string {
  if (!canAdd) return 'Passkeys do not work at an IP address. Open the console by a host name to add one.';
  return hasPasskeys()
    ? 'A passkey signs you in by your fingerprint, your face or the PIN of your device, without a password.'
    : 'This browser has no passkeys.';
}

function PasskeyName({ passkey }: { readonly passkey: Passkey }) {
  const { run } = useMutationAction(RenamePasskeyDocument, {
    done: () => 'Passkey renamed',
  });
  return (
    <span className={styles['name']}>
      <InlineText
        what={`name of ${passkey.name}`}
        value={passkey.name}
        maxLength={LIMITS.viewNameLength}
        problemOf={(name) => (name.trim() === '' ? 'Enter a name.' : null)}
        onSave={async (name) => (await run({ id: passkey.id, name })) !== null}
      >
        <Text tone="text" weight="medium">
          {passkey.name}
        </Text>
      </InlineText>
      <Text tone="faint">
        Added <Timestamp value={passkey.created} />
        {passkey.last_used !== null && (
          <>
            , last used <Timestamp value={passkey.last_used} />
          </>
        )}
      </Text>
    </span>
  );
}
