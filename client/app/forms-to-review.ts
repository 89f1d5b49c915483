import { skipToken, useQuery } from '@tanstack/react-query'

/** The cache key of a policy year's number of forms to review, which `client/app/background-tasks.tsx` keeps up to date. */
export const formsToReviewKey = (periodId: number | null): readonly unknown[] => ['forms-to-review', periodId]

/** Returns how many forms of a policy year have coverage to decide, once that's known. */
export const useFormsToReview = (periodId: number | null): number | undefined =>
  useQuery<number>({ queryKey: formsToReviewKey(periodId), queryFn: skipToken }).data
