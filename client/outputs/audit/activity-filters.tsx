import {
  activityKindLabels,
  activityKinds,
  outcomeLabels,
  outcomes,
} from '#contract/outputs/audit/choices.ts'
import { listActivityPeople } from '#contract/outputs/audit/endpoints.ts'
import { listSchoolsForUsers } from '#contract/setup/schools/endpoints.ts'
import { optionOfHit, useStudentSearch } from '#client/platform/record/student-choice.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Combobox } from '#client/platform/ui/controls/combobox.tsx'
import { DateInput } from '#client/platform/ui/controls/date-input.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { rangeLabels, rangeOf, ranges } from './activity-filter.ts'
import type { ActivitySearch } from './activity-search.ts'

interface ActivityFiltersProps {
  search: ActivitySearch
  onChange: (search: ActivitySearch) => void
  /** The student in the URL, by name. */
  student: { readonly id: number; readonly name: string } | null
}

type Change = { readonly [K in keyof ActivitySearch]?: ActivitySearch[K] | null }

const changed = (search: ActivitySearch, change: Change): ActivitySearch =>
  // absent keys keep the URL short
  Object.fromEntries(
    Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== null),
  )

const kindOptions = activityKinds.map((value) => ({ value, label: activityKindLabels[value] }))
const outcomeOptions = outcomes.map((value) => ({ value, label: outcomeLabels[value] }))
const minute = 60_000

/** Renders the filters of the activity log: person, student, school, activity, outcome and time. */
export const ActivityFilters = ({ search, onChange, student }: ActivityFiltersProps) => {
  const set = (change: Change) => onChange(changed(search, change))
  return (
    <search aria-label="Filter activity" className="mb-5 flex flex-col gap-3">
      <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-3 lg:grid-cols-5">
        <PeopleFilters search={search} set={set} student={student} />
        <KindFilters search={search} set={set} />
      </div>
      {search.emergency !== undefined && (
        <Banner tone="danger">
          Showing activity from one emergency access session only. Clear the filters to see everything.
        </Banner>
      )}
      <Time search={search} set={set} onClear={() => onChange({})} />
    </search>
  )
}

interface FilterProps {
  search: ActivitySearch
  set: (change: Change) => void
}

const PeopleFilters = ({ search, set, student }: FilterProps & Pick<ActivityFiltersProps, 'student'>) => {
  const people = useAsk(listActivityPeople, {}, { staleTime: 5 * minute })
  const schools = useAsk(listSchoolsForUsers, {}, { staleTime: 5 * minute })
  return (
    <>
      <NameFilter
        label="Person"
        any="Anyone"
        rows={people.data ?? []}
        value={search.person}
        onChange={(person) => set({ person })}
      />
      <StudentFilter id={search.student ?? null} named={student} onChange={(id) => set({ student: id })} />
      <NameFilter
        label="School"
        any="Any school"
        rows={schools.data ?? []}
        value={search.school}
        onChange={(school) => set({ school })}
      />
    </>
  )
}

interface NameFilterProps {
  label: string
  /** Shown if nothing is chosen. */
  any: string
  rows: readonly { readonly id: number; readonly name: string }[]
  value: number | undefined
  onChange: (id: number | null) => void
}

const NameFilter = ({ label, any, rows, value, onChange }: NameFilterProps) => (
  <Field label={label}>
    <Combobox
      options={rows.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={onChange}
      placeholder={any}
      limit={50}
    />
  </Field>
)

const KindFilters = ({ search, set }: FilterProps) => (
  <>
    <Field label="Activity">
      <Select
        options={kindOptions}
        value={kindOptions.find(({ value }) => value === search.kind)?.value ?? null}
        onChange={(kind) => set({ kind })}
        placeholder="Any activity"
        emptyLabel="Any activity"
      />
    </Field>
    <Field label="Outcome">
      <Select
        options={outcomeOptions}
        value={outcomeOptions.find(({ value }) => value === search.outcome)?.value ?? null}
        onChange={(outcome) => set({ outcome })}
        placeholder="Any outcome"
        emptyLabel="Any outcome"
      />
    </Field>
  </>
)

const Time = ({ search, set, onClear }: FilterProps & { onClear: () => void }) => {
  const range = rangeOf(search)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
      <Segmented
        label="Time"
        options={ranges.map((value) => ({ value, label: rangeLabels[value] }))}
        value={range}
        onChange={(next) => set({ time: next === 'all' ? null : next, from: null, to: null })}
      />
      {range === 'custom' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Day label="From" value={search.from} onChange={(from) => set({ from })} />
          <Day label="To" value={search.to} onChange={(to) => set({ to })} />
        </div>
      )}
      {Object.keys(search).length > 0 && (
        <Button size="sm" variant="ghost" className="max-sm:-ml-2" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

/** What is typed isn’t in the URL until it’s a date; the call drops anything else. */
const Day = (props: { label: string; value: string | undefined; onChange: (day: string | null) => void }) => (
  <label className="flex items-center gap-2">
    <span className="text-label text-ink-2">{props.label}</span>
    <span className="w-36">
      <DateInput
        value={props.value ?? ''}
        onChange={(text) => props.onChange(text === '' ? null : text)}
        aria-label={props.label}
      />
    </span>
  </label>
)

interface StudentFilterProps {
  id: number | null
  named: ActivityFiltersProps['student']
  onChange: (id: number | null) => void
}

const StudentFilter = ({ id, named, onChange }: StudentFilterProps) => {
  const { found, ...search } = useStudentSearch(null)
  return (
    <Field label="Student">
      <Combobox<number>
        {...search}
        options={found.map((hit) => optionOfHit(hit, true))}
        chosen={named && { value: named.id, label: named.name }}
        value={id}
        onChange={onChange}
        placeholder="Any student"
      />
    </Field>
  )
}
