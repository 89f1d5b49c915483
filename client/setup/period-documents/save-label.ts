import { getPeriodSite } from '#contract/setup/site/endpoints.ts'
import { useAsk } from '#client/platform/lib/query.ts'

/** Returns the text of a save button, which says so if students see the change at once. `isSeen` is whether an open site has it. */
export const useSaveLabel = (periodId: number | null, isSeen: boolean): string => {
  const { data: site } = useAsk(
    getPeriodSite,
    { params: { id: periodId ?? 0 } },
    { enabled: isSeen && periodId !== null },
  )
  return isSeen && site?.is_open === true ? 'Save and show to students' : 'Save'
}
