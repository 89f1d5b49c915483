import { useState } from 'react'
import { causes, historyKinds } from '#contract/platform/history/shapes.ts'
import { listHistoryPeople } from '#contract/platform/history/endpoints.ts'
import { day } from '#contract/platform/fields.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { fieldLabel, isReadableField } from '#client/platform/record/field-text.ts'
import { kindLabel, sourceLabels } from '#client/platform/history/history-text.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Combobox } from '#client/platform/ui/controls/combobox.tsx'
import { DateInput } from '#client/platform/ui/controls/date-input.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Select, type SelectOption } from '#client/platform/ui/controls/select.tsx'
import { withPart, type HistoryFilter } from './history-filter.ts'

interface HistoryFiltersProps {
  student: number
  filters: HistoryFilter
  onChange: (filters: HistoryFilter) => void
}

const fieldOptions = [
  ...new Set([...Object.keys(studentFields), ...Object.keys(studentPeriodFields), 'covers']),
]
  // the history has the company's ID, shown as its name
  .filter((name) => isReadableField(name) && fieldOf(name)?.format !== 'companyName')
  .map((value) => ({ value, label: fieldLabel(value) }))

/** The kinds of entries in a student's history. */
const kindOptions = historyKinds
  .filter((kind) => /^(student|coverage|dependent|note|file)_/.test(kind))
  .map((value) => ({ value, label: kindLabel(value) }))

const sourceOptions = causes.map((value) => ({ value, label: sourceLabels[value] }))

/** Renders the history filters: user, field, source, action, and dates. */
export const HistoryFilters = ({ student, filters, onChange }: HistoryFiltersProps) => {
  const people = useAsk(listHistoryPeople, { params: { id: student } }, { staleTime: 60_000 })
  const set =
    <K extends keyof HistoryFilter>(key: K) =>
    (value: HistoryFilter[K] | null) =>
      onChange(withPart(filters, key, value))
  const isNarrowed = Object.keys(filters).length > 0
  return (
    <search aria-label="Filter history" className="mb-5">
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-3 md:grid-cols-3">
        <ChoiceFilter
          label="Changed by"
          any="Anyone"
          options={(people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={filters.actor_id}
          onChange={set('actor_id')}
        />
        <Field label="Field">
          <Combobox
            options={fieldOptions}
            value={filters.field ?? null}
            onChange={set('field')}
            placeholder="Any field"
          />
        </Field>
        <ChoiceFilter
          label="Action"
          any="Any action"
          options={kindOptions}
          value={filters.kind}
          onChange={set('kind')}
        />
        <ChoiceFilter
          label="Source"
          any="Any source"
          options={sourceOptions}
          value={filters.cause}
          onChange={set('cause')}
        />
        <DayFilter label="From" value={filters.from} onChange={set('from')} />
        <DayFilter label="To" value={filters.to} onChange={set('to')} />
      </div>
      {isNarrowed && (
        <Button className="mt-3" size="sm" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

interface ChoiceFilterProps<V extends string | number> {
  label: string
  /** Shown if nothing is selected: 'Anyone'. */
  any: string
  options: readonly SelectOption<V>[]
  value: V | undefined
  onChange: (value: V | null) => void
}

const ChoiceFilter = <V extends string | number>(props: ChoiceFilterProps<V>) => (
  <Field label={props.label}>
    <Select
      options={props.options}
      value={props.value ?? null}
      onChange={props.onChange}
      placeholder={props.any}
      emptyLabel={props.any}
    />
  </Field>
)

interface DayFilterProps {
  label: string
  value: string | undefined
  onChange: (day: string | null) => void
}

/** Renders a date filter that applies when the typed text is a date. */
const DayFilter = ({ label, value, onChange }: DayFilterProps) => {
  const [bad, setBad] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const take = (text: string) => {
    const isDay = text === '' || day.safeParse(text).success
    setBad(isDay ? null : text)
    setLeft(false)
    if (isDay) onChange(text === '' ? null : text)
  }
  return (
    <Field label={label} error={bad !== null && isLeft ? 'Enter a date as mm/dd/yyyy.' : undefined}>
      <DateInput value={bad ?? value ?? ''} onChange={take} onBlur={() => setLeft(true)} />
    </Field>
  )
}
