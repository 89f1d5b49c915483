import { skipToken, useQuery } from '@tanstack/react-query'

/** The cache key of a policy year's number of new forms, which `client/app/background-tasks.tsx` keeps up to date. */
export const unseenFormsKey = (periodId: number | null): readonly unknown[] => ['unseen-forms', periodId]

/** Returns how many forms of a policy year no admin has opened, once that's known. */
export const useUnseenForms = (periodId: number | null): number | undefined =>
  useQuery<number>({ queryKey: unseenFormsKey(periodId), queryFn: skipToken }).data
