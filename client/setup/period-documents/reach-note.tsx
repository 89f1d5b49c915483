import { Link } from '@tanstack/react-router'
import { useFormState, useWatch } from 'react-hook-form'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { tiers, type Tier } from '#contract/platform/coverage/status-groups.ts'
import type { Shape } from '#contract/platform/document.ts'
import type { Constraint, Filters } from '#contract/platform/table-filters.ts'
import { listStudentPeriodsByPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import { formatCount, formatMoney } from '#client/platform/lib/format.ts'
import { isRecord } from '#client/platform/lib/plain-record.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { keptFields, type DocumentEdit } from './use-document-edit.ts'

/** The policy year of the document, from the URL. */
interface Place {
  readonly school: number
  readonly period: number
}

interface ReachNoteProps<S extends Shape> {
  place: Place
  document: PeriodDocument<string, S>
  edit: DocumentEdit<S>
}

/**
 * Renders, below the button that saves, which changes only new records get and what the others keep; after the save, links
 * to the comparison with the records. Nothing in a policy year that isn’t open or has no students.
 */
export const ReachNote = <S extends Shape>({ place, document, edit }: ReachNoteProps<S>) => {
  const { control } = edit.form.methods
  const values: unknown = useWatch({ control })
  const { defaultValues: saved } = useFormState({ control })
  const students = useStudents(place, Object.keys(document.recordsKeep).length > 0)
  const isReady = students > 0 && isRecord(values) && isRecord(saved)
  const changed = isReady ? keptFields(document, saved, values) : []
  const isAfterSave = isReady && changed.length === 0 && !edit.isDirty && edit.savedKept.length > 0
  return (
    <div
      aria-live="polite"
      className="border-b border-line bg-sheet px-4 py-1.5 text-label text-ink-2 empty:hidden md:text-right"
    >
      {isReady && changed.length > 0 && (
        <Unsaved {...{ place, document, changed, saved, values, students }} />
      )}
      {isAfterSave && <SavedLinks {...{ place, document }} fields={edit.savedKept} />}
    </div>
  )
}

/** Returns the number of students with a record in the policy year if it’s open; 0 otherwise. */
const useStudents = (place: Place, isAsked: boolean): number => {
  // the same path as in the year picker
  const { data } = useAsk(
    listSchoolPeriods,
    { params: { id: place.school } },
    { staleTime: 60_000, enabled: isAsked },
  )
  const period = data?.find(({ id }) => id === place.period)
  return period?.state === 'open' ? period.students : 0
}

interface UnsavedProps {
  place: Place
  document: Pick<PeriodDocument, 'kind' | 'labels' | 'recordsKeep'>
  changed: readonly string[]
  saved: Readonly<Record<string, unknown>>
  values: Readonly<Record<string, unknown>>
  students: number
}

const Unsaved = ({ place, document, changed, saved, values, students }: UnsavedProps) => {
  const { kind, labels, recordsKeep } = document
  const premiums = changed.filter((name) => recordsKeep[name] === 'premium')
  const coverage = coverages.find((one) => kind === `${one}-plan`)
  const isOnlyAmounts = premiums.every((name) => name === 'premiums')
  const among = isOnlyAmounts ? changedTiers(saved, values) : tiers
  const [tier] = among
  return (
    <p>
      {`For new records: ${changed.map((name) => labels[name] ?? name).join(', ')}.`}
      {premiums.length > 0 && coverage && (
        <PremiumsKept
          {...{ place, coverage, among }}
          amount={among.length === 1 && tier ? amountOf(saved, tier) : null}
        />
      )}
      {changed.length > premiums.length &&
        ` ${formatCount(students, 'student stays as they are', 'students stay as they are')}.`}
    </p>
  )
}

interface PremiumsKeptProps {
  place: Place
  coverage: Coverage
  /** The tiers whose premium changes. */
  among: readonly Tier[]
  /** The premium of before if one tier’s changes: those who have exactly that are counted. */
  amount: string | null
}

/**
 * Renders how many enrolled students keep the premium of before, or if no one has exactly that, how many keep theirs;
 * nothing until it’s known, or if no one is enrolled.
 */
const PremiumsKept = ({ place, coverage, among, amount }: PremiumsKeptProps) => {
  const exact = useCount(place, filtersOf(coverage, among, amount), amount !== null)
  const all = useCount(place, filtersOf(coverage, among, null), amount === null || exact === 0)
  if (exact && amount !== null)
    return ` ${formatCount(exact, 'enrolled student keeps', 'enrolled students keep')} ${formatMoney(amount)}.`
  return all
    ? ` ${formatCount(all, 'enrolled student keeps their premium', 'enrolled students keep their premiums')}.`
    : null
}

/** Returns how many students match filters; undefined until it’s known. */
const useCount = (place: Place, filters: Filters, isAsked: boolean): number | undefined => {
  const { data } = useAsk(
    listStudentPeriodsByPeriod,
    {
      params: { id: place.period },
      query: { columns: 'sid', per_page: 1, filters: JSON.stringify(filters) },
    },
    { enabled: isAsked },
  )
  return data?.meta.total
}

const changedTiers = (saved: UnsavedProps['saved'], values: UnsavedProps['values']): readonly Tier[] =>
  tiers.filter((tier) => amountOf(saved, tier) !== amountOf(values, tier))

const amountOf = ({ premiums }: Readonly<Record<string, unknown>>, tier: Tier): string | null => {
  const amount = isRecord(premiums) ? premiums[tier] : null
  return typeof amount === 'string' && amount !== '' ? amount : null
}

const filtersOf = (coverage: Coverage, among: readonly Tier[], amount: string | null): Filters => {
  const only = (constraint: Constraint) => ({ operator: 'and' as const, constraints: [constraint] })
  return {
    [`${coverage}_status`]: only({ match_mode: 'in', value: [...among] }),
    ...(amount === null
      ? {}
      : { [`${coverage}_enroll_premium`]: only({ match_mode: 'equals', value: amount }) }),
  }
}

interface SavedLinksProps {
  place: Place
  document: Pick<PeriodDocument, 'recordsKeep'>
  fields: readonly string[]
}

const SavedLinks = ({ place, document, fields }: SavedLinksProps) => {
  const params = { school: String(place.school), period: String(place.period) }
  const isCompared = fields.some((name) => document.recordsKeep[name] !== 'nowhere')
  return (
    <p className="flex flex-wrap gap-x-3 md:justify-end">
      <span>Saved for new records.</span>
      {isCompared && (
        <Link
          to="/schools/$school/period/$period/set-up/records"
          params={params}
          className="font-medium text-accent-text"
        >
          Compare records with the setup
        </Link>
      )}
    </p>
  )
}
