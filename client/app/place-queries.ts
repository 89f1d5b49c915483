import { isAdmin } from '#contract/access.ts'
import type { Me } from '#contract/auth/shapes.ts'
import { listSchoolPeriods, listSchoolsForUsers } from '#contract/schools/endpoints.ts'
import { useAsk } from '#client/lib/query.ts'

const minute = 60_000

/** The policy years of a school, with their counts; refreshed politely, as background. */
export const usePeriods = (school: number | null) =>
  useAsk(
    listSchoolPeriods,
    { params: { id: school ?? 0 } },
    { enabled: school !== null, staleTime: minute, refetchInterval: 2 * minute },
  )

export interface SchoolChoice {
  readonly id: number
  readonly name: string
}

/** The schools that a user may choose from: all for product admins, else their own. */
export const useSchoolChoices = (user: Me): readonly SchoolChoice[] => {
  const { data } = useAsk(listSchoolsForUsers, {}, { enabled: isAdmin(user), staleTime: 5 * minute })
  return isAdmin(user) ? (data ?? []) : user.schools
}
