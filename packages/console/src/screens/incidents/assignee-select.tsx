import { Select } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { IncidentAssigneesDocument } from '../../api/generated/documents/incident-work.ts';

type Props = {
  /** Name of the person who has it. */
  readonly assignee: string | null;
  readonly onChoose: (personId: string) => void;
};

/** Chooses a person of the account, whom the server finds by part of the name or address. */
export function AssigneeSelect({ assignee, onChoose }: Props) {
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string } | null>(null);
  const [text, setText] = useState('');
  const search = text === chosen?.label ? '' : text.trim();
  const [{ data, error, fetching }] = useQuery({
    query: IncidentAssigneesDocument,
    variables: { search: search === '' ? null : search },
  });
  const found = (data?.incident_assignees.nodes ?? []).map(({ id, name, email }) => ({
    value: id,
    label: `${name} (${email})`,
  }));
  const kept = chosen === null || found.some(({ value }) => value === chosen.value) ? [] : [chosen];
  return (
    <Select
      label="Assign to"
      searchable
      placeholder={assignee ?? 'Not assigned'}
      data={[...kept, ...found]}
      filter={({ options }) => options}
      value={chosen?.value ?? null}
      searchValue={text}
      onSearchChange={setText}
      error={error === undefined ? null : describeFailure(error).message}
      nothingFoundMessage={fetching ? 'Reading people…' : 'No such person'}
      onChange={(value) => {
        const option = found.find((each) => each.value === value);
        if (option === undefined) return;
        setChosen(option);
        onChoose(option.value);
      }}
    />
  );
}
