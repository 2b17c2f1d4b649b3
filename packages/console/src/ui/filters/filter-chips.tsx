import { useState } from 'react';
import { AddFilter } from './add-filter.tsx';
import { FilterChip } from './chip.tsx';
import { type FilterSpec, type Filters, isFilterSet, isSettable, keyOf, textValue } from './filter-spec.ts';
import { SettableFilter } from './settable-filter.tsx';

/** Pinned filters, those that are set, and a button that adds any other. */
export function FilterChips({ specs, values, onChange, loaded }: Filters) {
  /** The filter whose menu was opened by adding it; it stays while the menu is open. */
  const [added, setAdded] = useState<string | null>(null);
  const addable = specs
    .filter(isSettable)
    .filter((spec) => spec.pinned !== true && !isFilterSet(spec, values) && keyOf(spec) !== added);
  return (
    <>
      {specs.map((spec) => {
        const key = keyOf(spec);
        if (spec.kind === 'link' && isFilterSet(spec, values))
          return <LinkChip key={key} {...{ spec, values, onChange }} />;
        if (!isSettable(spec) || addable.includes(spec)) return null;
        return (
          <SettableFilter
            key={key}
            spec={spec}
            values={values}
            onChange={onChange}
            loaded={loaded}
            startsOpened={key === added}
            onClosed={() => setAdded((current) => (current === key ? null : current))}
          />
        );
      })}
      {addable.length > 0 && (
        <AddFilter
          filters={addable}
          allFilters={specs.filter(isSettable)}
          loaded={loaded}
          onAdd={(spec) => setAdded(keyOf(spec))}
          onChange={onChange}
        />
      )}
    </>
  );
}

type LinkChipProps = Pick<Filters, 'values' | 'onChange'> & {
  readonly spec: Extract<FilterSpec, { readonly kind: 'link' }>;
};

/** A filter that a link has set; it can only be cleared. */
export function LinkChip({ spec, values, onChange }: LinkChipProps) {
  const value = textValue(values, spec.parameter);
  return (
    <FilterChip label={spec.label} value={value} onClear={() => onChange({ [spec.parameter]: '' })}>
      {() => value}
    </FilterChip>
  );
}
