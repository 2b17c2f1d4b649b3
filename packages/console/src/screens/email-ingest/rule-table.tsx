import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './email-ingest.module.css';
import { type Pattern, type Rule, senderOf, subjectOf } from './recipient.ts';

type Props = {
  readonly label: string;
  readonly rules: readonly Rule[];
  readonly onMove: (rule: Rule, newIndex: number) => void;
  readonly onEdit: (rule: Rule) => void;
  readonly onDelete: (rule: Rule) => void;
};

/** The rules of a recipient in their order, which is changed by dragging a row or with its buttons. */
export function RuleTable({ label, rules, onMove, onEdit, onDelete }: Props) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const end = (): void => {
    setDragged(null);
    setTarget(null);
  };
  const drop = (event: DragEvent, index: number): void => {
    event.preventDefault();
    const from = rules.findIndex(({ id }) => id === dragged);
    const rule = rules[from];
    end();
    if (rule !== undefined && from !== index) onMove(rule, index);
  };
  return (
    <table className={styles['rules']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Sender</th>
          <th scope="col">Subject</th>
          <th scope="col">Destination</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule, index) => {
          const name = `rule ${index + 1}`;
          return (
            <tr
              key={rule.id}
              draggable
              data-dragged={rule.id === dragged || undefined}
              data-target={index === target || undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', rule.path);
                setDragged(rule.id);
              }}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                setTarget(index);
              }}
              onDrop={(event) => drop(event, index)}
              onDragEnd={end}
            >
              <td data-header="Sender">
                <Row as="span" gap={2} align="center">
                  <IconGripVertical size={SMALL_ICON_SIZE} className={styles['grip']} aria-hidden="true" />
                  <PatternText pattern={senderOf(rule)} />
                </Row>
              </td>
              <td data-header="Subject">
                <PatternText pattern={subjectOf(rule)} />
              </td>
              <td data-header="Destination" className={styles['path']}>
                {rule.path}
              </td>
              <td>
                <Row as="span" gap={1} justify="end" className={styles['actions']}>
                  <ActionIcon
                    aria-label={`Move ${name} up`}
                    data-tip="Move up"
                    disabled={index === 0}
                    onClick={() => onMove(rule, index - 1)}
                  >
                    <IconArrowUp size={SMALL_ICON_SIZE} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={`Move ${name} down`}
                    data-tip="Move down"
                    disabled={index === rules.length - 1}
                    onClick={() => onMove(rule, index + 1)}
                  >
                    <IconArrowDown size={SMALL_ICON_SIZE} />
                  </ActionIcon>
                  <ActionIcon aria-label={`Edit ${name}`} data-tip="Edit rule" onClick={() => onEdit(rule)}>
                    <IconPencil size={SMALL_ICON_SIZE} />
                  </ActionIcon>
                  <ActionIcon aria-label={`Delete ${name}`} data-tip="Delete rule" onClick={() => onDelete(rule)}>
                    <IconTrash size={SMALL_ICON_SIZE} />
                  </ActionIcon>
                </Row>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A pattern as people read it: any mail, a glob, or a regular expression between slashes. */
function PatternText({ pattern: { kind, text } }: { readonly pattern: Pattern }) {
  if (text === '') return <Text tone="dim">Any</Text>;
  return kind === 'glob' ? <code>{text}</code> : <code data-tip="Regular expression">/{text}/</code>;
}
