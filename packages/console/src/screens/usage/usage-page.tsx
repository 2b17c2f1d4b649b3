import { RowUsageCard } from '../../entities/usage/row-usage-card.tsx';
import { Page } from '../../ui/page/page.tsx';
import styles from './usage.module.css';

/** /usage: the rows of the account by month, beside its contract. */
export function UsagePage() {
  return (
    <Page title="Usage">
      <div className={styles['content']}>
        <RowUsageCard />
      </div>
    </Page>
  );
}
