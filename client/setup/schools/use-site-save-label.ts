import { useFormState, type FieldValues } from 'react-hook-form'
import { getPeriodSite } from '#contract/setup/site/endpoints.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import type { PartEdit } from '#client/platform/edit/use-part-edit.tsx'
import { useAsk } from '#client/platform/lib/query.ts'

/** Returns the text of the save button of a school’s settings, which says so if students see a changed field at once. */
export const useSiteSaveLabel = <V extends FieldValues>(
  { latest_period_id: periodId }: Pick<School, 'latest_period_id'>,
  edit: PartEdit<V>,
  isSeen: (field: string) => boolean,
): string => {
  const { data: site } = useAsk(
    getPeriodSite,
    { params: { id: periodId ?? 0 } },
    { enabled: periodId !== null },
  )
  const { dirtyFields } = useFormState({ control: edit.form.methods.control })
  return site?.is_open === true && Object.keys(dirtyFields).some(isSeen)
    ? 'Save and show to students'
    : 'Save'
}
