import type { Page } from 'playwright-core';
import { axeFindings } from './axe.ts';
import { faintTexts } from './contrast.ts';

/** Serious axe findings, also of contrast, and texts with too little contrast, one line for each; '' when there are none. */
export async function findingsOf(page: Page): Promise<string> {
  return [await axeFindings(page), await faintTexts(page)].filter((text) => text !== '').join('\n');
}
