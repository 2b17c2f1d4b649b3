import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The serious and critical axe findings on the page, one line for each rule and element; '' when there are none. */
export async function seriousFindings(page: Page): Promise<string> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const lines = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  return lines.join('\n');
}
