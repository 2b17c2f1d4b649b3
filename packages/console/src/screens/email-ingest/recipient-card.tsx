import { ActionIcon, Button } from '@mantine/core';
import { recipientProblem } from '@switchboard/model/mail-rules';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { InlineText } from '../../ui/form/inline-text.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Copyable } from '../../ui/text/copyable.tsx';
import { ICON_SIZE, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './email-ingest.module.css';
import type { Recipient, Rule } from './recipient.ts';
import { RuleTable } from './rule-table.tsx';
import { useSaveRecipient } from './use-save-recipient.ts';
import { useSaveRule } from './use-save-rule.ts';

const RuleDialog = lazyLayer(async () => (await import('./rule-dialog.tsx')).RuleDialog);
const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);
const TypedConfirmDialog = lazyLayer(
  async () => (await import('../../ui/feedback/typed-confirm-dialog.tsx')).TypedConfirmDialog,
);

type Props = {
  readonly recipient: Recipient;
  readonly domain: string;
  readonly onDeleted: () => void;
};

type Open =
  | { readonly dialog: 'rule'; readonly rule: Rule | null }
  | { readonly dialog: 'delete rule'; readonly rule: Rule }
  | { readonly dialog: 'delete recipient' };

const MAX_ADDRESS = 254;

/** An address that receives mail, and its rules. */
export function RecipientCard({ recipient, domain, onDeleted }: Props) {
  const { email, rules } = recipient;
  const [open, setOpen] = useState<Open | null>(null);
  const rename = useSaveRecipient('Recipient updated successfully');
  const remove = useSaveRecipient('Recipient deleted successfully');
  const saveRule = useSaveRule();
  const close = (): void => setOpen(null);
  return (
    <Stack as="li" gap={3} padding={[3, 4]} minWidth={0} frame="normal" className={styles['card']} aria-label={email}>
      <Row gap={2} align="center" wrap minWidth={0}>
        <Text as="h2" minWidth={0} flex={1} size="large" weight="strong" breakWords>
          <InlineText
            what="email"
            value={email}
            maxLength={MAX_ADDRESS}
            problemOf={(text) => (text.trim() === email ? null : recipientProblem(text, domain))}
            onSave={async (text) => (await rename.run({ recipient: email, newRecipient: text })) !== null}
          >
            <Copyable text={email} what="email">
              {email}
            </Copyable>
          </InlineText>
        </Text>
        <Button
          leftSection={<IconPlus size={ICON_SIZE} />}
          aria-label={`Add rule to ${email}`}
          onClick={() => setOpen({ dialog: 'rule', rule: null })}
        >
          Rule
        </Button>
        <ActionIcon
          aria-label={`Delete ${email}`}
          data-tip="Delete recipient"
          onClick={() => setOpen({ dialog: 'delete recipient' })}
        >
          <IconTrash size={SMALL_ICON_SIZE} />
        </ActionIcon>
      </Row>
      {rules.length === 0 ? (
        <Text as="p" tone="dim">
          No Rules. Mail is kept, and no download reads it.
        </Text>
      ) : (
        <RuleTable
          label={`Rules of ${email}`}
          rules={rules}
          onMove={(rule, newIndex) => void saveRule({ recipient: email, id: rule.id, rule: { newIndex } })}
          onEdit={(rule) => setOpen({ dialog: 'rule', rule })}
          onDelete={(rule) => setOpen({ dialog: 'delete rule', rule })}
        />
      )}
      {open?.dialog === 'rule' && <RuleDialog recipient={recipient} rule={open.rule} onClose={close} />}
      {open?.dialog === 'delete rule' && (
        <ConfirmDialog
          title="Delete Rule"
          confirmLabel="Delete"
          danger
          onClose={close}
          onConfirm={async () => (await saveRule({ recipient: email, id: open.rule.id, deactivate: true })).isSaved}
        >
          Mail to <strong>{email}</strong> does not get the path <strong>{open.rule.path}</strong> by this rule any
          more. Mail that was received keeps it.
        </ConfirmDialog>
      )}
      {open?.dialog === 'delete recipient' && (
        <TypedConfirmDialog
          title="Delete Recipient"
          name="delete"
          confirmLabel="Delete"
          onClose={close}
          onConfirm={async () => {
            const isDone = (await remove.run({ recipient: email, deactivate: true })) !== null;
            if (isDone) onDeleted();
            return isDone;
          }}
        >
          Mail to <strong>{email}</strong> is rejected from now on, and its rules are deleted. Mail that was received
          stays, and the address stays reserved for the account.
        </TypedConfirmDialog>
      )}
    </Stack>
  );
}
