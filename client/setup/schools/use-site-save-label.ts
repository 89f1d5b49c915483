import { useFormState, type FieldValues } from 'react-hook-form'
import type { School } from '#contract/setup/schools/shapes.ts'
import type { PartEdit } from '#client/platform/edit/use-part-edit.tsx'
import { useSaveLabel } from '#client/setup/period-documents/save-label.ts'

/** Returns the text of the save button of a school’s settings, which says so if students see a changed field at once. */
export const useSiteSaveLabel = <V extends FieldValues>(
  { latest_period_id: periodId }: Pick<School, 'latest_period_id'>,
  edit: PartEdit<V>,
  isSeen: (field: string) => boolean,
): string => {
  const { dirtyFields } = useFormState({ control: edit.form.methods.control })
  return useSaveLabel(periodId, Object.keys(dirtyFields).some(isSeen))
}
