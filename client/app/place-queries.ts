import { isAdmin } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { listSchoolPeriods, listSchoolsForUsers } from '#contract/setup/schools/endpoints.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import type { Place } from './place.ts'

const minute = 60_000

/** Loads a school's policy years with their counts; reloads in the background. */
export const usePeriods = (school: number | null) =>
  useAsk(
    listSchoolPeriods,
    { params: { id: school ?? 0 } },
    { enabled: school !== null, staleTime: minute, refetchInterval: 2 * minute },
  )

export interface SchoolChoice {
  readonly id: number
  readonly name: string
  readonly logo_url: string | null
}

/** Loads the schools that a user can choose: all for Shipmate Admins, otherwise their own. */
export const useSchoolChoices = (user: Me): readonly SchoolChoice[] => {
  const { data } = useAsk(listSchoolsForUsers, {}, { enabled: isAdmin(user), staleTime: 5 * minute })
  return isAdmin(user) ? (data ?? []) : user.schools
}

/** Returns the open school and policy year with those that can be chosen instead, once they’re loaded. */
export const useOpenPlace = (user: Me, place: Place) => {
  const schools = useSchoolChoices(user)
  const { data: periods = [] } = usePeriods(place.school)
  return {
    schools,
    periods,
    school: schools.find((choice) => choice.id === place.school),
    period: periods.find((choice) => choice.id === place.period),
  }
}
