import { enrollFormDropdowns, optionFields } from '#contract/website/dropdowns.ts'
import { useAsk } from '#client/lib/query.ts'

/** Fields of a student-period → the values that its policy year offers: suggestions, for anything may be typed. */
export type PeriodOptions = Readonly<Partial<Record<string, readonly string[]>>>

/** What a policy year offers to choose from, retired options left out; nothing while it is read, or cannot be. */
export const usePeriodOptions = (periodId: number): PeriodOptions => {
  const { data } = useAsk(enrollFormDropdowns.get, { params: { id: periodId } }, { staleTime: 5 * 60_000 })
  return Object.fromEntries(
    optionFields.map((field) => [
      field,
      (data?.options[field] ?? []).filter(({ is_retired }) => !is_retired).map(({ value }) => value),
    ]),
  )
}
