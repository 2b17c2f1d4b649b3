import { KEY_TYPES } from '@switchboard/model';
import { TypePicker } from '../../ui/pickers/type-picker.tsx';

const CHOICES = KEY_TYPES.filter(({ deprecated }) => deprecated !== true).map(({ name, displayName, category }) => ({
  value: name,
  label: displayName,
  category,
}));

type Props = { readonly onChoose: (type: string) => void; readonly onClose: () => void };

/** Chooses the type of a new key. Deprecated types are not offered. */
export function KeyTypePicker({ onChoose, onClose }: Props) {
  return <TypePicker title="Select credential type" choices={CHOICES} onChoose={onChoose} onClose={onClose} />;
}
