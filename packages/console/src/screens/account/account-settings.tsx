import { Skeleton, Switch } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { Suspense } from 'react';
import type { AccountFactsFragment } from '../../api/generated/graphql.ts';
import { usePerson } from '../../api/session/session.ts';
import styles from '../../entities/administration/administration.module.css';
import { useSaveAccount } from '../../entities/administration/use-save-account.ts';
import { ApprovalRule } from '../../entities/publish-rules/approval-rule.tsx';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { ContractedRows } from './contracted-rows.tsx';
import { ExportPanel } from './export-panel.tsx';
import { QueueQuota } from './queue-quota.tsx';
import { SummaryRecipients } from './summary-recipients.tsx';
import { ZonedTimeSetting } from './zoned-time-setting.tsx';

const AccountKey = lazyComponent(async () => (await import('./account-key.tsx')).AccountKey);

const SUMMARY = {
  done: 'Daily Summary settings edited successfully',
  failed: 'Failed to edit Daily summary info',
} as const;

type Props = { readonly account: AccountFactsFragment };

/** The settings of an account: deadline, daily summary, publishing, and what only global managers change. */
export function AccountSettings({ account }: Props) {
  const { urlName, defaultDeadline, dailySummaryTime } = account;
  const { permissions } = usePerson();
  const isGlobalManager = permissions.has('manage-global-users');
  return (
    <Stack gap={4} padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto" className={styles['content']}>
      <Stack as="section" gap={3} padding={4} frame="large" className={styles['panel']} aria-labelledby="deadline">
        <Text as="h2" size="large" weight="strong" id="deadline">
          Default deadline
        </Text>
        <Text as="p" tone="dim">
          By when uploads that declare no deadline must be done.
        </Text>
        <ZonedTimeSetting
          key={defaultDeadline}
          label="deadline"
          value={defaultDeadline}
          toasts={{ done: 'Account Saved', failed: 'Error when saving account' }}
          change={(value) =>
            value === null ? { urlName, removeDefaultDeadline: true } : { urlName, setDefaultDeadline: value }
          }
        />
      </Stack>
      <Stack as="section" gap={3} padding={4} frame="large" className={styles['panel']} aria-labelledby="summary">
        <Text as="h2" size="large" weight="strong" id="summary">
          Daily summary
        </Text>
        <Text as="p" tone="dim">
          An email each day about the downloads and uploads of the account.
        </Text>
        <ZonedTimeSetting
          key={dailySummaryTime}
          label="daily summary"
          value={dailySummaryTime}
          toasts={SUMMARY}
          change={(value) =>
            value === null ? { urlName, removeSummaryTime: true } : { urlName, setSummaryTime: value }
          }
        />
        <SummaryRecipients account={account} toasts={SUMMARY} />
      </Stack>
      <Stack as="section" gap={3} padding={4} frame="large" className={styles['panel']} aria-labelledby="publishing">
        <Text as="h2" size="large" weight="strong" id="publishing">
          Publishing
        </Text>
        <ApprovalRule />
      </Stack>
      {permissions.has('manage-keys') && (
        <Stack as="section" gap={3} padding={4} frame="large" className={styles['panel']} aria-labelledby="own-key">
          <Text as="h2" size="large" weight="strong" id="own-key">
            Encryption key
          </Text>
          <Text as="p" tone="dim">
            A key at your own key service wraps what seals the secrets of keys, integrations and sign-in.
          </Text>
          <Suspense fallback={<Skeleton height="var(--row)" />}>
            <AccountKey />
          </Suspense>
        </Stack>
      )}
      {isGlobalManager && (
        <Stack as="section" gap={3} padding={4} frame="large" className={styles['panel']} aria-labelledby="contract">
          <Text as="h2" size="large" weight="strong" id="contract">
            Contract
          </Text>
          <ContractedRows key={account.contractedRowCount} account={account} />
          <DownloadSummary account={account} />
        </Stack>
      )}
      {isGlobalManager && (
        <Stack as="section" gap={3} padding={4} frame="large" className={styles['panel']} aria-labelledby="queue">
          <Text as="h2" size="large" weight="strong" id="queue">
            Queue
          </Text>
          <Text as="p" tone="dim">
            How the account shares the workers with others.
          </Text>
          <QueueQuota
            key={[account.queueWeight, account.runningLimit, account.keyRunningLimit].join()}
            account={account}
          />
        </Stack>
      )}
      <ExportPanel urlName={urlName} />
    </Stack>
  );
}

function DownloadSummary({ account: { urlName, showDownloadSummary } }: Props) {
  const { save, isPending } = useSaveAccount();
  const change = (isOn: boolean): void =>
    void save(
      { urlName, showDownloadSummary: isOn },
      isOn ? 'Download summary is on' : 'Download summary is off',
      'Error when updating download summary visibility',
    );
  return (
    <Switch
      label="Download summary"
      description="Whether customers see the summary of downloads on the home page."
      checked={showDownloadSummary}
      disabled={isPending}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
