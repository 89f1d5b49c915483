import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import {
  formSubmissionColumns,
  isClosed,
  type FormSubmissionColumn,
  type FormSubmissionRow,
} from '#contract/review/form-submissions/review-shapes.ts'
import { capitalized, withinSentence } from '#contract/platform/letter-case.ts'
import type { ColumnKind } from '#contract/platform/table-filters.ts'
import type { SortKey } from '#contract/platform/table-query.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { currentDay } from '#client/platform/lib/today.ts'

/** 'Medical, Dental'; of a form that is partly decided only what is still open: 'Dental (1 of 2 decided)'. */
export const coverageText = ({
  coverage_types: all,
  decided_coverages: decided,
  open_coverages: open,
}: FormSubmissionRow): string => {
  if (decided.length === 0 || open.length === 0) return namesOf(all)
  return `${namesOf(open)} (${decided.length} of ${all.length} decided)`
}

const namesOf = (coverages: readonly Coverage[]): string =>
  coverages.map((one) => coverageLabels[one]).join(', ')

/** Returns whether a form asks for a change of an enrolled student’s plan that no one has decided yet. */
export const isPlanChange = ({
  plan_change_coverages: changes,
  open_coverages: open,
}: FormSubmissionRow): boolean => changes.some((one) => open.includes(one))

/** How near the day is by which a form is to be decided, or by which the student is to respond. */
type Urgency = 'overdue' | 'today' | 'later'

/** Returns how near the deadline of a form is; null without one, or if nothing is open. */
export const urgencyOf = (row: FormSubmissionRow, day: string): Urgency | null => {
  const { deadline_on, decision, superseded_by } = row
  if (deadline_on === null || decision === 'decided' || superseded_by !== null || isClosed(row)) return null
  if (deadline_on < day) return 'overdue'
  return deadline_on === day ? 'today' : 'later'
}

/** 'Overdue since 11/19/2026', 'Today', '11/24/2026' */
export const dueText = (row: FormSubmissionRow): string => {
  const urgency = urgencyOf(row, currentDay())
  if (row.deadline_on === null) return ''
  if (urgency === 'overdue') return `Overdue since ${formatDay(row.deadline_on)}`
  return urgency === 'today' ? 'Today' : formatDay(row.deadline_on)
}

/** Returns the student's name, or what stands in for it. */
export const nameOf = ({ name }: Pick<FormSubmissionRow, 'name'>): string => name ?? 'No name yet'

const directions: Partial<Record<ColumnKind, readonly [ascending: string, descending: string]>> = {
  number: ['lowest first', 'highest first'],
  money: ['lowest first', 'highest first'],
  date: ['earliest first', 'latest first'],
  instant: ['earliest first', 'latest first'],
}

const isColumn = (field: string): field is FormSubmissionColumn => Object.hasOwn(formSubmissionColumns, field)

/** Says in which order the forms are: ‘By risk, lowest first, then by student, A to Z.’ */
export const orderText = (sort: readonly SortKey[]): string => {
  if (sort.length === 0) return 'Highest risk first, then nearest due date.'
  const keys = sort.some(({ field }) => field === 'student_name')
    ? sort
    : [...sort, { field: 'student_name', descending: false }]
  const parts = keys.flatMap(({ field, descending }) => {
    if (!isColumn(field)) return []
    const { label, kind } = formSubmissionColumns[field]
    const [ascends, descends] = directions[kind] ?? ['A to Z', 'Z to A']
    return `by ${withinSentence(label)}, ${descending ? descends : ascends}`
  })
  return `${capitalized(parts.join(', then '))}.`
}
