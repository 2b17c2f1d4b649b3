import styles from './select-box.module.css';

type Props = {
  readonly label: string;
  readonly checked: boolean | 'mixed';
  readonly tabIndex: number;
  /** @param extend Shift was held */
  readonly onSelect: (extend: boolean) => void;
};

/** A check box that is drawn without an icon element and fills its cell: a grid has thousands of rows. */
export function SelectBox({ label, checked, tabIndex, onSelect }: Props) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      tabIndex={tabIndex}
      className={styles['box']}
      onClick={(event) => onSelect(event.shiftKey)}
    />
  );
}
