import { use } from 'react'
import type { FormKind } from '#contract/setup/period-documents/form-fields.ts'
import type { OpenSite } from '#contract/setup/site/shapes.ts'
import { OfficeText } from './text.tsx'
import { dayInWords, SiteLanguageContext, useWords } from './words/words.ts'

type SiteDeadline = OpenSite['deadlines'][number]

/** What the deadline of a cohort is for: both forms on one day, or one of them. */
type DeadlineWords = readonly (readonly ['decide_by' | 'waive_by' | 'enroll_by', string])[]

interface DeadlinesProps {
  deadlines: readonly SiteDeadline[]
  /** The day at the school. */
  today: string
}

const dayLength = 86_400_000
const daysUntil = (day: string, today: string): number => (Date.parse(day) - Date.parse(today)) / dayLength

/** Renders until when students decide, those with time left first: one line if both forms have the same day. */
export const Deadlines = ({ deadlines, today }: DeadlinesProps) => {
  const words = useWords()
  const language = use(SiteLanguageContext)
  const lines = deadlines
    .flatMap(({ name, waiver_deadline_on: waive, enrollment_closes_on: enroll }) =>
      daysOf(waive, enroll).map(([kind, day]) => ({ name, kind, day, isPast: day < today })),
    )
    .toSorted(
      (one, other) =>
        Number(one.isPast) - Number(other.isPast) || Number(one.name === null) - Number(other.name === null),
    )
  if (lines.length === 0) return null
  return (
    <ul className="site-callout">
      {lines.map(({ name, kind, day, isPast }) => (
        <li key={`${name} ${kind}`}>
          {name !== null && (
            <>
              <OfficeText text={name} />:{' '}
            </>
          )}
          {name === null && lines.some((line) => line.name !== null) && `${words.everyone_else}: `}
          {isPast ? (
            words.closed_on(dayInWords(day, language))
          ) : (
            <>
              <b>{words[kind](dayInWords(day, language))}</b> {words.days_left(daysUntil(day, today))}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const daysOf = (waive: string | null, enroll: string | null): DeadlineWords =>
  waive !== null && waive === enroll
    ? [['decide_by', waive]]
    : [
        ...(waive === null ? [] : [['waive_by', waive] as const]),
        ...(enroll === null ? [] : [['enroll_by', enroll] as const]),
      ]

/** Returns the deadlines of one form. */
export const deadlinesOf = (kind: FormKind, deadlines: readonly SiteDeadline[]): SiteDeadline[] =>
  deadlines.map((one) => ({
    ...one,
    [kind === 'waive' ? 'enrollment_closes_on' : 'waiver_deadline_on']: null,
  }))

/** Returns whether a form’s deadline has passed for some students. */
export const isPastForSome = (kind: FormKind, { deadlines, today }: DeadlinesProps): boolean =>
  deadlines.some(({ waiver_deadline_on: waive, enrollment_closes_on: enroll }) => {
    const day = kind === 'waive' ? waive : enroll
    return day !== null && day < today
  })
