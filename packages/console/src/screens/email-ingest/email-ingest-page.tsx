import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import { IngestSettingsDocument } from '../../api/generated/documents/email-ingest.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { Page } from '../../ui/page/page.tsx';
import { TabPanels } from '../../ui/page/tab-panels.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { EMAIL_INGEST_PARAMETERS } from './email-ingest-parameters.ts';
import { RecipientsTab } from './recipients-tab.tsx';

const MailTab = lazyLayer(async () => (await import('./mail-tab.tsx')).MailTab);

const NO_FILTERS = [] as const;

/** /email-ingest: the addresses that receive mail for the account with their rules, and the mail that they received. */
export function EmailIngestPage() {
  const [{ currentTab }, change] = useUrlState<typeof EMAIL_INGEST_PARAMETERS>(EMAIL_INGEST_PARAMETERS);
  useInvalidParameters(NO_FILTERS, EMAIL_INGEST_PARAMETERS);
  const [{ data }] = useQuery({ query: IngestSettingsDocument });
  const domain = data?.ingest_settings.domain;
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      title="Email Ingest"
      actions={
        <Button
          variant="filled"
          leftSection={<IconPlus size={ICON_SIZE} />}
          disabled={domain === undefined}
          onClick={() => {
            change({ currentTab: 'recipients' });
            setIsAdding(true);
          }}
        >
          Recipient
        </Button>
      }
    >
      <TabPanels
        label="Email ingest"
        isTall
        active={currentTab}
        onChange={(tab) => change({ currentTab: tab === 'mail' ? 'mail' : 'recipients' })}
        tabs={[
          {
            name: 'recipients',
            label: 'Recipients',
            content: currentTab === 'recipients' && (
              <RecipientsTab domain={domain} isAdding={isAdding} onAdded={() => setIsAdding(false)} />
            ),
          },
          {
            name: 'mail',
            label: 'Mail',
            content: currentTab === 'mail' && <MailTab />,
          },
        ]}
      />
    </Page>
  );
}
