import { useFormState, useWatch } from 'react-hook-form'
import type { Content, Shape } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { getPeriodSite } from '#contract/setup/site/endpoints.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import type { RecordForm } from '#client/platform/ui/form/use-record-form.ts'

interface Saved<S extends Shape> {
  readonly periodId: number
  readonly document: PeriodDocument<string, S>
  readonly form: RecordForm<Content<S>>
  /** The checkbox that shows it to students; without one it’s always shown. */
  readonly shownBy: (keyof S & string) | undefined
}

/** Returns the text of a save button, which says so if students see the change at once. */
export const useSaveLabel = <S extends Shape>({ periodId, document, form, shownBy }: Saved<S>): string => {
  const isImmediate = document.isWebsite && !document.isPublished
  const { data: site } = useAsk(getPeriodSite, { params: { id: periodId } }, { enabled: isImmediate })
  const { control } = form.methods
  const { defaultValues } = useFormState({ control })
  useWatch({ control })
  // the checkbox of the site’s settings opens the site itself
  const isOpen = site?.closed_by.every((why) => why === 'settings' && shownBy === 'is_live') === true
  if (!isImmediate || !isOpen) return 'Save'
  const isShown = (values: object | undefined): boolean =>
    shownBy === undefined || Reflect.get(values ?? {}, shownBy) === true
  if (isShown(form.methods.getValues())) return 'Save and show to students'
  return isShown(defaultValues) ? 'Save and hide from students' : 'Save'
}
