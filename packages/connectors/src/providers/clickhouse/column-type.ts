/** A type of ClickHouse without what says that it holds nulls or few different values. */
export type ColumnKind = {
  /** Such as `Decimal` of `Nullable(Decimal(18, 6))`. */
  readonly base: string;
  /** The whole type within the frames, such as `Decimal(18, 6)`. */
  readonly plain: string;
  readonly isNullable: boolean;
};

/** Reads a type as the server spells it. */
export function readType(type: string): ColumnKind {
  let plain = type.trim();
  let isNullable = false;
  for (;;) {
    const [, frame, inner] = /^(LowCardinality|Nullable)\(([\s\S]*)\)$/.exec(plain) ?? [];
    if (inner === undefined) break;
    isNullable ||= frame === 'Nullable';
    plain = inner.trim();
  }
  return { base: /^\w+/.exec(plain)?.[0] ?? '', plain, isNullable };
}
