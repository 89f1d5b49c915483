import { currentDay } from '#client/platform/lib/today.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import { day } from '#contract/platform/fields.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useStudentOverview } from '#client/platform/record/student-overview.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { Tabs } from '#client/platform/ui/text/tabs.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { DateInput } from '#client/platform/ui/controls/date-input.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { AccessesList } from './accesses-list.tsx'
import { AsOfView } from './as-of-view.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { filterOf, momentOf } from './history-filter.ts'
import { readHistorySearch } from './history-search.ts'

/** The router passes parameters that the parser dropped: parse them again. */
const useSearch = () => readHistorySearch(Route.useSearch())

const views = [
  { value: 'changes', label: 'Changes' },
  { value: 'accesses', label: 'Access log' },
] as const

/** Renders the student's history, past versions, and for Shipmate Admins the access log. */
const HistoryScreen = () => {
  const { student } = useStudentOverview()
  const search = useSearch()
  const navigate = Route.useNavigate()
  const { period } = search
  const at = momentOf(search)
  const isAccesses = isAdmin(useUser()) && search.view === 'accesses'
  if (at !== undefined)
    return (
      <PageBody width="lg">
        <AsOfView
          at={at}
          period={period}
          onPeriod={(next) => void navigate({ search: { at, period: next }, replace: true })}
          onBack={() => void navigate({ search: {} })}
        />
      </PageBody>
    )
  return (
    <PageBody width="lg">
      <Views
        value={isAccesses ? 'accesses' : 'changes'}
        onChange={(next) => void navigate({ search: next === 'accesses' ? { view: next } : {} })}
      />
      {isAccesses ? <AccessesList student={student.id} /> : <Changes />}
    </PageBody>
  )
}

type View = (typeof views)[number]['value']

const Views = ({ value, onChange }: { value: View; onChange: (view: View) => void }) =>
  isAdmin(useUser()) && (
    <Tabs label="History" className="mb-4" tabs={views} value={value} onChange={onChange} />
  )

const Changes = () => {
  const { student, student_periods: years } = useStudentOverview()
  const filters = filterOf(useSearch())
  const navigate = Route.useNavigate()
  const count = Object.keys(filters).length
  // it doesn’t close when the last filter is removed
  const [startsOpen] = useState(count > 0)
  return (
    <>
      <Disclosure
        className="mb-4 -ml-2"
        startsOpen={startsOpen}
        summary={
          <span className="font-medium">Filters and past versions{count === 0 ? '' : ` (${count})`}</span>
        }
      >
        <div className="ml-2 pt-2">
          {student.erased_at === null && (
            <div className="mb-5 border-b border-line pb-5">
              <AsOfPicker onPick={(at) => void navigate({ search: { at } })} />
            </div>
          )}
          <HistoryFilters
            student={student.id}
            filters={filters}
            onChange={(next) => void navigate({ search: next, replace: true })}
          />
        </div>
      </Disclosure>
      <HistoryList
        student={student.id}
        years={new Map(years.map((year) => [year.id, year.period_name]))}
        filters={filters}
      />
    </>
  )
}

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/history')({
  validateSearch: screenSearch(readHistorySearch),
  component: HistoryScreen,
})

/** Renders the choice of a past version: a day, which means its end, or a time of that day. */
const AsOfPicker = ({ onPick }: { onPick: (at: string) => void }) => {
  const [on, setOn] = useState('')
  const [time, setTime] = useState('')
  const [error, setError] = useState<string>()
  const show = () => {
    const problem = problemOf(on)
    setError(problem)
    // the time is in the user's time zone; the URL has the instant
    if (problem === undefined) onPick(time === '' ? on : new Date(`${on}T${time}`).toISOString())
  }
  return (
    <form
      noValidate
      aria-label="Past version"
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        show()
      }}
    >
      <Field label="Show record as of" error={error}>
        <DateInput value={on} onChange={setOn} />
      </Field>
      <Field label="Time (optional)" className="w-28">
        <TextInput type="time" value={time} onChange={(event) => setTime(event.target.value)} />
      </Field>
      <Button type="submit" className="mt-5">
        Show
      </Button>
    </form>
  )
}

const problemOf = (on: string): string | undefined => {
  if (!day.safeParse(on).success) return 'Enter a date as mm/dd/yyyy.'
  return on > currentDay() ? 'Choose today or an earlier date.' : undefined
}
