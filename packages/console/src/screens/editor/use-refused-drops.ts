import { useEffect } from 'react';
import { toastFailed } from '../../ui/feedback/toasts.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Refuses files that are dropped on the editor. The browser would open them in its place. */
export function useRefusedDrops(): void {
  useEffect(() => {
    const hold = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
    };
    const refuse = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      toastFailed('Files cannot be dropped here. Add a file, and paste its text.');
    };
    window.addEventListener('dragover', hold);
    window.addEventListener('drop', refuse, { capture: true });
    return () => {
      window.removeEventListener('dragover', hold);
      window.removeEventListener('drop', refuse, { capture: true });
    };
  }, []);
}
