import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe calls serious or critical on the page as it stands, a line for each rule and place; '' when all is well. */
export async function seriousFindings(page: Page): Promise<string> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const lines = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  return lines.join('\n');
}
