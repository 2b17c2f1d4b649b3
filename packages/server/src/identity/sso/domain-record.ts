import type { LookUpTxt } from './look-up-txt.ts';

/** The name whose TXT record proves that an account owns a domain. */
export const recordName = (domain: string): string => `_switchboard.${domain}`;

/** `other`: there are TXT records, without the text. `unanswered`: no name server answered, which proves neither. */
export type DomainRecord = 'found' | 'absent' | 'other' | 'unanswered';

/** Whether the record of a domain has the text that proves its owner. */
export async function readDomainRecord(lookUpTxt: LookUpTxt, domain: string, token: string): Promise<DomainRecord> {
  try {
    const records = await lookUpTxt(recordName(domain));
    if (records.includes(token)) return 'found';
    return records.length === 0 ? 'absent' : 'other';
  } catch {
    return 'unanswered';
  }
}
