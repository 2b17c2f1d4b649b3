import { expect, test } from 'vitest';
import { judgeDelivery, type LedgerEntry, type Verdict } from './ledger.ts';

const own = { fence: 10, epoch: 5, sha256: 'abcdef' };
const held = (entry: Partial<LedgerEntry> = {}): LedgerEntry => ({ ...own, ...entry });

test.each<[string, LedgerEntry | null, Verdict]>([
  ['nothing is there', null, 'newer'],
  ['the place holds something else', held({ fence: null, sha256: null }), 'newer'],
  ['an older result is there', held({ fence: 9 }), 'newer'],
  ['a newer result is there', held({ fence: 11 }), 'superseded'],
  ['this result is there', held(), 'delivered'],
  ['this result is there, recorded by the beginning of its hash', held({ sha256: 'abc' }), 'delivered'],
  ['another content of this fence is there', held({ sha256: 'ffffff' }), 'newer'],
  ['this fence is there without a hash', held({ sha256: null }), 'delivered'],
  ['this fence of an earlier history is there without a hash', held({ epoch: 0, sha256: null }), 'newer'],
  ['this fence of an earlier history is there with another content', held({ epoch: 4, sha256: 'ffffff' }), 'newer'],
  ['this fence and content were delivered before the restore', held({ epoch: 4 }), 'delivered'],
  ['a higher fence of an earlier history is there', held({ epoch: 4, fence: 99, sha256: 'ffffff' }), 'newer'],
  ['this content is there by another fence of an earlier history', held({ epoch: 4, fence: 99 }), 'newer'],
  ['a result of a later history is there', held({ epoch: 6, fence: 1, sha256: 'ffffff' }), 'foreign'],
])('decides whether to deliver when %s', (_, entry, verdict) => {
  expect(judgeDelivery(own, entry)).toBe(verdict);
});
