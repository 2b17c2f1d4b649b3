export type Dependencies = {
  readonly tables: readonly string[];
  readonly sourceTables: readonly string[];
  readonly sources: readonly string[];
};
