import { expect, it } from 'vitest';
import { decimalDigits, decimalsOf, digitsOfType } from './decimal-digits.ts';

it.each([
  ['decimal(18,6)', { precision: 18, scale: 6 }],
  ['Decimal(38, 10)', { precision: 38, scale: 10 }],
  ['numeric(5)', { precision: 5, scale: 0 }],
  ['money', { precision: 19, scale: 4 }],
  ['smallmoney', { precision: 10, scale: 4 }],
  ['numeric', null],
  ['Decimal(76, 38)', null],
  ['int', undefined],
  ['float', undefined],
  ['Array(Decimal(18, 6))', undefined],
  ['decimal(18,6', undefined],
])('the digits of %s are %j', (type, digits) => {
  expect(digitsOfType(type)).toEqual(digits);
});

it('digits that one of ours cannot have are those of the values', () => {
  expect([decimalDigits(39, 2), decimalDigits(5, 6), decimalDigits(null, 2), decimalDigits(10, null)]).toEqual([
    null,
    null,
    null,
    { precision: 10, scale: 0 },
  ]);
});

it('only decimals are named', () => {
  const columns = [
    { name: 'a', type: 'decimal(4,1)' },
    { name: 'b', type: 'nvarchar(20)' },
  ];
  expect(decimalsOf(columns)).toEqual({ a: { precision: 4, scale: 1 } });
});
