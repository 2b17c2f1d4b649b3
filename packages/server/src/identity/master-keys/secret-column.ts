import { boundTo, type SecretOwner } from '../vault.ts';
import { type SealedColumn, type SealedRow, textOf } from './sealed-column.ts';

type SecretTable = Pick<SealedColumn, 'primaryKey' | 'others' | 'update'> & {
  /** Type of the owner to which its secrets are bound. */
  typeOf(row: SealedRow): string;
};

/** The column with the data keys of secrets. Its table is called as their owners, and has their version. */
export const secretColumn = (kind: SecretOwner['kind'], { typeOf, others, ...table }: SecretTable): SealedColumn => ({
  table: kind,
  column: 'wrapped_key',
  others: [...others, 'version'],
  scope: 'withSystem',
  purposeOf: (row) =>
    boundTo({
      kind,
      accountId: textOf(row, 'account_id'),
      id: textOf(row, 'id'),
      type: typeOf(row),
      version: Number(row['version']),
    }),
  ...table,
});
