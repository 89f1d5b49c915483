import { enrollFormDropdowns, optionFields } from '#contract/setup/period-documents/dropdowns.ts'
import { useAsk } from '#client/platform/lib/query.ts'

/** Suggested values by student-period field, from the policy year's options; users can type any other value. */
export type PeriodOptions = Readonly<Partial<Record<string, readonly string[]>>>

/** Loads a policy year's options without inactive ones; empty while loading or on failure. */
export const usePeriodOptions = (periodId: number): PeriodOptions => useLoadedOptions(periodId).options

/** Loads a policy year's options like `usePeriodOptions`, and tells whether they're still loading. */
export const useLoadedOptions = (periodId: number): { options: PeriodOptions; isLoading: boolean } => {
  const ask = { params: { id: periodId } }
  const { data, isPending } = useAsk(enrollFormDropdowns.get, ask, { staleTime: 5 * 60_000 })
  const options = Object.fromEntries(
    optionFields.map((field) => [
      field,
      (data?.options[field] ?? []).filter(({ is_retired }) => !is_retired).map(({ value }) => value),
    ]),
  )
  return { options, isLoading: isPending }
}
