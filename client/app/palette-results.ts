import type { LucideIcon } from 'lucide-react'
import { isAdmin } from '#contract/access.ts'
import type { Me } from '#contract/auth/shapes.ts'
import { searchStudentsByName } from '#contract/students/endpoints.ts'
import type { StudentHit } from '#contract/students/shapes.ts'
import { hitDetail, matchWords } from '#client/common/hit-words.ts'
import { useAsk } from '#client/lib/query.ts'
import { useSettled } from '#client/lib/use-settled.ts'
import type { Place } from './place.ts'
import { screensFor, type ScreenLink } from './screens.ts'

/** Something to go to. */
export interface Found {
  readonly key: string
  readonly group: 'Screens' | 'Students'
  readonly label: string
  readonly detail?: string
  readonly aside?: string
  readonly icon?: LucideIcon
  readonly href: string
}

/** The screens and students that match what is typed; students from two letters on. */
export const useFound = (user: Me, place: Place, text: string) => {
  const wanted = text.trim()
  const settled = useSettled(wanted, 120)
  const asks = settled.length >= 2
  const { data, isFetching, error } = useAsk(
    searchStudentsByName,
    {
      query: {
        q: settled.slice(0, 100),
        ...(place.school === null ? {} : { current_school_id: place.school }),
      },
    },
    { enabled: asks, keepPrevious: true, staleTime: 30_000 },
  )
  const screens = screensFor(user, place).filter((screen) => isMatch(screen, wanted))
  const students = asks && wanted.length >= 2 ? (data ?? []) : []
  const found: readonly Found[] = [
    ...screens.map((screen) => ({ ...screen, group: 'Screens' as const, key: `screen-${screen.key}` })),
    ...students.map((hit) => studentFound(hit, user)),
  ]
  const isSearching = wanted.length >= 2 && (isFetching || settled !== wanted)
  return { found, isSearching, message: messageFor(found.length, wanted, isSearching, error !== null) }
}

const isMatch = (screen: ScreenLink, text: string): boolean => {
  const words = `${screen.label} ${screen.words ?? ''}`.toLowerCase().split(' ')
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

const studentFound = (hit: StudentHit, user: Me): Found => ({
  key: `student-${hit.id}`,
  group: 'Students',
  label: `${hit.last_name}, ${hit.first_name}`,
  detail: [hitDetail(hit), matchWords(hit)].filter((part) => part !== null).join(' · '),
  href: `/student/${hit.id}`,
  ...(isAdmin(user) || user.schools.length > 1 ? { aside: hit.school_name } : {}),
})

const messageFor = (count: number, text: string, isSearching: boolean, isBroken: boolean): string | null => {
  if (isBroken) return 'Students cannot be searched right now. Try again in a moment.'
  return count > 0 || text === '' || isSearching
    ? null
    : `Nothing found for “${text}”. Try a last name or a student ID.`
}
