import type { Audience } from '#contract/periods/audience.ts'
import { academicStatusLabels } from '#contract/student-periods/choices.ts'

const either = new Intl.ListFormat('en-US', { type: 'disjunction' })
const few = 4

const some = (words: readonly string[], most = few): string =>
  either.format(
    words.length > most ? [...words.slice(0, most - 1), `${words.length - most + 1} others`] : words,
  )

/** An audience as a person says it: 'Everybody', 'Nursing or Law, at Downtown, class of 2028'. */
export const audienceInWords = (audience: Audience): string => {
  const { programs, campuses, class_years, academic_statuses } = audience
  const parts = [
    ...(programs.length > 0 ? [some(programs)] : []),
    ...(campuses.length > 0 ? [`at ${some(campuses)}`] : []),
    ...(class_years.length > 0 ? [`class of ${some(class_years.map(String))}`] : []),
    ...(academic_statuses.length > 0
      ? [some(academic_statuses.map((status) => academicStatusLabels[status].toLowerCase()))]
      : []),
  ].join(', ')
  return parts === '' ? 'Everybody' : parts.charAt(0).toUpperCase() + parts.slice(1)
}

/** A class year as it is typed: four digits become a number; what is none stays, and is said to be wrong. */
export const readYear = (word: string): string | number => (/^\d{1,5}$/.test(word) ? Number(word) : word)
