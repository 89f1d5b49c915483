import { capitalized } from '#contract/platform/letter-case.ts'
import type { Audience } from '#contract/setup/period-documents/audience.ts'
import { academicStatusLabels } from '#contract/platform/record/student-period-choices.ts'

const either = new Intl.ListFormat('en-US', { type: 'disjunction' })
const maxNamed = 4

const some = (words: readonly string[]): string =>
  either.format(
    words.length > maxNamed
      ? [...words.slice(0, maxNamed - 1), `${words.length - maxNamed + 1} others`]
      : words,
  )

/** Returns an audience as text: 'Everyone', 'Nursing or Law, at Downtown, class of 2028'. */
export const audienceText = (audience: Audience): string => {
  const { programs, campuses, class_years, academic_statuses } = audience
  const parts = [
    ...(programs.length > 0 ? [some(programs)] : []),
    ...(campuses.length > 0 ? [`at ${some(campuses)}`] : []),
    ...(class_years.length > 0 ? [`class of ${some(class_years.map(String))}`] : []),
    ...(academic_statuses.length > 0
      ? [some(academic_statuses.map((status) => academicStatusLabels[status].toLowerCase()))]
      : []),
  ].join(', ')
  return parts === '' ? 'Everyone' : capitalized(parts)
}

/** Parses a typed class year: digits become a number; other text stays and fails validation. */
export const readYear = (word: string): string | number => (/^\d{1,5}$/.test(word) ? Number(word) : word)
