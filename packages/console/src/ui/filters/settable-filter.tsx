import { usableRange, utcToday } from '../../lib/dates.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { ChipOpening } from './chip.tsx';
import { ChoiceChip } from './choice-chip.tsx';
import {
  comparisonValue,
  dayValue,
  type Filters,
  listValue,
  optionsOf,
  type SettableFilter as Spec,
  textValue,
  toggleValue,
} from './filter-spec.ts';
import { RangeChip } from './range-chip.tsx';
import { ToggleChips } from './toggle-chips.tsx';

const ComparisonChip = lazyLayer(async () => (await import('./comparison-chip.tsx')).ComparisonChip);
const FlagFilter = lazyLayer(async () => (await import('./flag-filter.tsx')).FlagFilter);

type Props = ChipOpening &
  Omit<Filters, 'specs'> & {
    readonly spec: Spec;
  };

/** A filter that a person sets, drawn from its description. */
export function SettableFilter({ spec, values, onChange, loaded, ...opening }: Props) {
  switch (spec.kind) {
    case 'choices': {
      const choice = {
        label: spec.label,
        options: optionsOf(spec, loaded),
        selected: listValue(values, spec.parameter),
        onToggle: (value: string, isSelected: boolean) => onChange(toggleValue(spec.parameter, value, isSelected)),
      };
      if (spec.drawnAs === 'chips') return <ToggleChips {...choice} />;
      return (
        <ChoiceChip
          {...opening}
          {...choice}
          loading={typeof spec.options === 'string' && loaded.loading}
          onClear={() => onChange({ [spec.parameter]: [] })}
        />
      );
    }
    case 'days':
      return (
        <RangeChip
          {...opening}
          label={spec.label}
          proposedDays={spec.proposedDays}
          value={usableRange(dayValue(values, spec.start), dayValue(values, spec.end), utcToday(new Date()))}
          onChange={(range) => onChange({ [spec.start]: range?.start ?? null, [spec.end]: range?.end ?? null })}
        />
      );
    case 'comparison':
      return (
        <ComparisonChip
          {...opening}
          label={spec.label}
          text={textValue(values, spec.parameter)}
          comparison={comparisonValue(values, spec.comparison)}
          onChange={(text, comparison) => onChange({ [spec.parameter]: text, [spec.comparison]: comparison })}
        />
      );
    case 'flag':
      return (
        <FlagFilter
          label={spec.label}
          checked={values[spec.parameter] === true}
          onChange={(checked) => onChange({ [spec.parameter]: checked })}
        />
      );
  }
}
