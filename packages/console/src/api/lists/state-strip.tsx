import type { StatusTone } from '@switchboard/model/status/status';
import type { ReactNode } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { listValue, toggleValue } from '../../ui/filters/filter-spec.ts';
import type { StatusIcon } from '../../ui/status/status-icons.ts';
import { StatusStrip } from '../../ui/status/status-strip.tsx';
import type { Identified } from './list-description.ts';
import type { ListState } from './use-list.ts';
import { useListQuery, variablesWithout } from './use-list-query.ts';

/** One count of a strip: the value of the filter that it sets, and where the answer has it. */
export type StateDescription<Data> = {
  readonly value: string;
  /** Follows the number: "3 failed". */
  readonly label: string;
  readonly tone: StatusTone;
  readonly icon?: StatusIcon;
  readonly select: (data: Data) => { readonly count: number; readonly has_more: boolean };
};

/** How the rows of a list are counted by state. A constant. */
export type StripDescription<Data, Variables extends AnyVariables> = {
  /** Accessible name of the group: "Downloads by state". */
  readonly label: string;
  readonly document: TypedDocumentNode<Data, Variables>;
  /** The parameter of the address that a count sets. */
  readonly parameter: string;
  /** The variables of the list that do not narrow the counts. */
  readonly ignored: readonly string[];
  readonly states: readonly StateDescription<Data>[];
};

type Props<Data, Variables extends AnyVariables, Row extends Identified> = {
  readonly strip: StripDescription<Data, Variables>;
  readonly state: ListState<Row>;
  /** Shown beside the counts. */
  readonly children?: ReactNode;
};

/** The rows of a list by state, under its other filters. Each count filters the list; the counts follow its changes. */
export function StateStrip<Data, Variables extends AnyVariables, Row extends Identified>({
  strip,
  state,
  children,
}: Props<Data, Variables, Row>) {
  const { parameter, states } = strip;
  const { data } = useListQuery(state, strip.document, variablesWithout(state, strip.ignored));
  const { values, onChange } = state.filters;
  const selected = listValue(values, parameter);
  return (
    <StatusStrip
      label={strip.label}
      counts={states.map(({ select, ...each }) => {
        const counted = data === undefined ? null : select(data);
        return { ...each, count: counted?.count ?? null, hasMore: counted?.has_more ?? false };
      })}
      selected={selected}
      onToggle={(value) => onChange(toggleValue(parameter, value, !selected.includes(value)))}
    >
      {children}
    </StatusStrip>
  );
}
