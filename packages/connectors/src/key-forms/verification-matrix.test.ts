import { keyProblem } from '@switchboard/model/key-types/key-problems';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { afterAll, describe, expect, it } from 'vitest';
import { buildContext } from '../testing/context.ts';
import { isTlsReal } from '../testing/encrypted-database.ts';
import { changeKey } from '../testing/harness.ts';
import { type Cell, ENDS, type End } from '../testing/verification/cell.ts';
import { VERIFICATION_CELLS } from '../testing/verification/cells.ts';
import { openEnds } from '../testing/verification/open-ends.ts';
import { verifyKey } from './verify-key.ts';

const ends = openEnds();
afterAll(() => ends.close());

const isTried = ({ end, isRealOnly }: Cell): boolean =>
  isRealOnly !== true || ((end === 'postgresql' || end === 'mysql') && isTlsReal(end));

describe.each(Object.keys(ENDS) as readonly End[])('a key of %s', (end) => {
  const cells = VERIFICATION_CELLS.filter((cell) => cell.end === end && isTried(cell));

  it.each(cells)(
    'refuses a wrong $wrong ($how) at $field by $typeId',
    { tags: 'spec:key-error-texts' },
    async ({ setup = {}, change, typeId, field, otherField, detail }) => {
      const { key, made } = await ends.open(end, setup);
      const wrong = changeKey(key, typeof change === 'function' ? change(made) : change);
      const fieldOf = (asked: string | null) =>
        findKeyType(ENDS[end].type)?.fields.find(({ name }) => name === asked) ?? null;
      const text = typeof detail === 'function' ? detail(made) : detail;
      const verdict = await verifyKey({ ...wrong, name: 'k' }, buildContext({ now: Date.now }));
      const fields = otherField === undefined ? [field] : [field, otherField];
      expect(verdict).toEqual({ ok: false, problems: fields.map((one) => keyProblem(typeId, fieldOf(one), text)) });
    },
  );
});
