import { History } from 'lucide-react'
import { useState } from 'react'
import type { RecordAsOf } from '#contract/platform/history/as-of.ts'
import { getStudentAsOf } from '#contract/platform/history/endpoints.ts'
import { getStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { statusIn, valueWords, type PlainValue } from '#client/platform/record/field-value.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { useStudentOverview } from '#client/platform/record/student-overview.tsx'
import { formatCount, formatDay, formatInstant } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Tabs } from '#client/platform/ui/text/tabs.tsx'
import { dependentNames, pastFacts, studentGroup, yearGroups, type PastFact } from './differences.ts'
import { YearSkeleton } from './loaded-year.tsx'
import { fullName } from '#contract/platform/person-name.ts'

interface AsOfViewProps {
  /** A day, which means its end, or an instant. */
  at: string
  period: number | undefined
  onPeriod: (period: number) => void
  onBack: () => void
}

/**
 * Renders a past version of the record, read-only: the student, one policy year and its dependents, with differences
 * from today.
 */
export const AsOfView = ({ at, period, onPeriod, onBack }: AsOfViewProps) => {
  const { student } = useStudentOverview()
  const past = useAsk(getStudentAsOf, { params: { id: student.id }, query: { at } })
  const when = at.includes('T') ? formatInstant(at) : `the end of ${formatDay(at)}`
  return (
    <div className="flex flex-col gap-5">
      <Banner
        tone="warning"
        title={`Record as of ${when}`}
        actions={
          <Button size="sm" onClick={onBack}>
            Back to current record
          </Button>
        }
      >
        This is a past version. You can’t edit it. Values that have changed since then are marked.
      </Banner>
      <Loaded
        of={past}
        compact
        what="The past version"
        who="Only this school’s admins and Shipmate Admins have access."
        skeleton={<YearSkeleton />}
      >
        {(data) => <Past record={data} period={period} onPeriod={onPeriod} />}
      </Loaded>
    </div>
  )
}

type PastYear = RecordAsOf['student_periods'][number]

interface PastProps extends Pick<AsOfViewProps, 'period' | 'onPeriod'> {
  record: RecordAsOf
}

const Past = ({ record: { student: past, student_periods: years }, period, onPeriod }: PastProps) => {
  const { student: today } = useStudentOverview()
  const [onlyDiffering, setOnlyDiffering] = useState(false)
  if (past === null)
    return <p className="text-ink-2">The student wasn’t in Shipmate yet. Choose a later date.</p>
  const shown = years.find((one) => one.period_id === period) ?? years[0]
  // two records of a policy year if two students were merged later
  const byPeriod = Map.groupBy(years, ({ period_id }) => period_id)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Tabs
          label="Policy years on that date"
          value={String(shown?.period_id)}
          onChange={(next) => onPeriod(Number(next))}
          tabs={[...byPeriod.values()].flatMap(([one]) =>
            one ? { value: String(one.period_id), label: one.period_name } : [],
          )}
        />
        <Checkbox
          label="Show only differences"
          checked={onlyDiffering}
          onChange={() => setOnlyDiffering(!onlyDiffering)}
        />
      </div>
      {shown ? (
        byPeriod
          .get(shown.period_id)
          ?.map((year) => <Year key={year.id} year={year} onlyDiffering={onlyDiffering} />)
      ) : (
        <p className="text-ink-2">The student wasn’t in a policy year on that date.</p>
      )}
      <Group
        title={studentGroup.title}
        facts={pastFacts(studentGroup.fields, past, today)}
        onlyDiffering={onlyDiffering}
      />
    </>
  )
}

interface GroupProps {
  title: string
  facts: readonly PastFact[]
  onlyDiffering: boolean
}

const Group = ({ title, facts, onlyDiffering }: GroupProps) => {
  const differing = facts.filter(({ differs }) => differs)
  const words = differing.length === 0 ? '' : `: ${formatCount(differing.length, 'field')} changed since then`
  return (
    <PastFacts
      title={`${title}${words}`}
      facts={onlyDiffering ? differing : facts}
      emptyText={facts.length === 0 ? 'No data on that date.' : 'No changes since then.'}
    />
  )
}

const Year = ({ year, onlyDiffering }: { year: PastYear; onlyDiffering: boolean }) => {
  const { student_periods: years } = useStudentOverview()
  const isThere = years.some(({ id }) => id === year.id)
  const { data, error, refetch } = useAsk(getStudentPeriod, { params: { id: year.id } }, { enabled: isThere })
  if (isThere && error)
    return (
      <FailedState
        compact
        error={error}
        what="The current policy year record"
        who="Only this school’s admins and Shipmate Admins have access."
        onRetry={() => void refetch()}
      />
    )
  if (isThere && !data) return <YearSkeleton />
  const today = data ?? null
  return (
    <>
      {!isThere && (
        <Banner>
          {years.some(({ period_id }) => period_id === year.period_id)
            ? `This record of ${year.period_name} was removed when two students were merged, so there’s nothing to compare.`
            : `The student is no longer in ${year.period_name}, so there’s nothing to compare.`}
        </Banner>
      )}
      {yearGroups.map(({ title, fields }) => (
        <Group
          key={title}
          title={title}
          facts={pastFacts(fields, year, today)}
          onlyDiffering={onlyDiffering}
        />
      ))}
      <PastDependents
        past={year.dependents}
        today={today?.dependents ?? null}
        onlyDiffering={onlyDiffering}
      />
    </>
  )
}

interface PastDependentsProps {
  past: readonly Dependent[]
  /** Null if there is nothing to compare with. */
  today: readonly Dependent[] | null
  onlyDiffering: boolean
}

const PastDependents = ({ past, today, onlyDiffering }: PastDependentsProps) => {
  const added = (today ?? []).filter(({ id }) => past.every((one) => one.id !== id))
  return (
    <>
      {past.map((dependent) => {
        const now = today?.find(({ id }) => id === dependent.id)
        const isGone = today !== null && now === undefined
        const name = `Dependent ${fullName(dependent)}`
        return (
          <Group
            key={dependent.id}
            title={isGone ? `${name} (removed since then)` : name}
            facts={pastFacts(dependentNames, dependent, isGone ? {} : (now ?? null))}
            onlyDiffering={onlyDiffering}
          />
        )
      })}
      {added.length > 0 && (
        <p className="border-t border-line pt-4 text-ink-2">
          Added since then: {added.map(fullName).join(', ')}.
        </p>
      )}
    </>
  )
}

interface PastFactsProps {
  title: string
  facts: readonly PastFact[]
  /** Shown if there are no fields. */
  emptyText: string
}

/** Renders the fields of a past version; differences from today are marked, with today's value below. */
const PastFacts = ({ title, facts, emptyText }: PastFactsProps) => (
  <section className="border-t border-line pt-4">
    <h2 className="mb-2 text-section font-semibold">{title}</h2>
    {facts.length === 0 ? (
      <p className="text-ink-3">{emptyText}</p>
    ) : (
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-3">
        {facts.map((fact) => (
          <PastField key={fact.field} fact={fact} />
        ))}
      </dl>
    )}
  </section>
)

const PastField = ({ fact: { field, before, today, differs } }: { fact: PastFact }) => (
  <div className={cx('-mx-2 min-w-0 rounded-control px-2 py-1', differs && 'bg-warning-soft')}>
    <dt className="text-label text-ink-2">{fieldLabel(field)}</dt>
    <dd>
      <Value field={field} value={before} />
      {differs && (
        <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-label text-warning-text">
          <History size={13} aria-hidden className="shrink-0" />
          <span>Now:</span>
          <Value field={field} value={today} />
        </p>
      )}
    </dd>
  </div>
)

const Value = ({ field, value }: { field: string; value: PlainValue }) => {
  const status = statusIn(field, value)
  if (status !== null) return <CoveragePill status={status} short />
  return <span className="tabular break-words">{value === null ? '—' : valueWords(field, value)}</span>
}
