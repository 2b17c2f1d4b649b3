/**
 * The statements that give a column another type where a database changes few types in place: the column is copied into another one,
 * which takes its name.
 * @param names quoted ones of the table, the column and its copy
 */
export const copyColumn = (
  names: { readonly table: string; readonly own: string; readonly copy: string },
  type: string,
): string =>
  [
    `ALTER TABLE ${names.table} ADD COLUMN ${names.copy} ${type}`,
    `UPDATE ${names.table} SET ${names.copy} = ${names.own} WHERE TRUE`,
    `ALTER TABLE ${names.table} DROP COLUMN ${names.own}`,
    `ALTER TABLE ${names.table} RENAME COLUMN ${names.copy} TO ${names.own}`,
  ].join('; ');
