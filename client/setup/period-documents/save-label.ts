import type { Shape } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { getPeriodSite } from '#contract/setup/site/endpoints.ts'
import { useAsk } from '#client/platform/lib/query.ts'

/** Returns the text of a save button, which says so if students see the change at once. */
export const useSaveLabel = <S extends Shape>(
  periodId: number,
  document: PeriodDocument<string, S>,
): string => {
  const isImmediate = document.isWebsite && !document.isPublished
  const { data: site } = useAsk(getPeriodSite, { params: { id: periodId } }, { enabled: isImmediate })
  return isImmediate && site?.is_open === true ? 'Save and show to students' : 'Save'
}
