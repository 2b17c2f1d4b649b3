import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { useState } from 'react';
import { hasDemoData } from '../../api/session/settings.ts';
import { TypePicker } from '../../ui/pickers/type-picker.tsx';

/** The sample provider is offered where there is one. */
const choices = () =>
  KEY_TYPES.filter(({ deprecated, demo }) => deprecated !== true && (demo !== true || hasDemoData())).map(
    ({ name, displayName, category }) => ({ value: name, label: displayName, category }),
  );

type Props = { readonly onChoose: (type: string) => void; readonly onClose: () => void };

/** Chooses the type of a new key. Deprecated types are not offered. */
export function KeyTypePicker({ onChoose, onClose }: Props) {
  const [options] = useState(choices);
  return <TypePicker title="Select credential type" choices={options} onChoose={onChoose} onClose={onClose} />;
}
