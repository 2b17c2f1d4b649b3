/** Another flow has committed newer rows of this table since this one read them. */
export class StateMoved extends Error {
  override readonly name = 'StateMoved';
  readonly table: string;

  constructor(table: string) {
    super(`The kept rows of ${table} have changed meanwhile.`);
    this.table = table;
  }
}
