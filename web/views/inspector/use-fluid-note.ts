import { useDocument } from '../../store';
import type { PickerRow } from '../../ui/rows';
import { useFluidNoteTexts as t } from './selected-texts';

/** The note on catalogue rows without a fluid form, if the fluid model is used. */
export function useFluidNote(): (row: PickerRow & { fluid?: boolean }) => string {
  const fluid = useDocument((d) => d.engine === 'fluid' || d.engine === 'both');
  return (row) => (fluid && row.fluid === false ? t.noFluidForm : '');
}
