import { useDocument } from '../../store';
import type { PickerRow } from '../../ui/rows';
import { useFluidNoteTexts as t } from './texts';

/** What a picker says of rows that the fluid model does not know, where it takes part. */
export function useFluidNote(): (row: PickerRow & { fluid?: boolean }) => string {
  const fluid = useDocument((d) => d.engine === 'fluid' || d.engine === 'both');
  return (row) => (fluid && row.fluid === false ? t.noFluidForm : '');
}
