import { useState } from 'react'
import { causes, historyKinds } from '#contract/history/shapes.ts'
import { listHistoryPeople } from '#contract/history/endpoints.ts'
import { day } from '#contract/fields.ts'
import { fieldOf } from '#contract/known-fields.ts'
import { studentPeriodFields } from '#contract/student-periods/fields.ts'
import { studentFields } from '#contract/students/fields.ts'
import { fieldLabel, isReadableField } from '#client/common/field-words.ts'
import { kindLabel, sourceLabels } from '#client/common/history-words.ts'
import { useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Combobox } from '#client/ui/controls/combobox.tsx'
import { DateInput } from '#client/ui/controls/date-input.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import { Select, type SelectOption } from '#client/ui/controls/select.tsx'
import { withPart, type HistoryNarrowing } from './history-narrowing.ts'

interface HistoryFiltersProps {
  student: number
  filters: HistoryNarrowing
  onChange: (filters: HistoryNarrowing) => void
}

const fieldOptions = [
  ...new Set([...Object.keys(studentFields), ...Object.keys(studentPeriodFields), 'covers']),
]
  // history tells of the company's number, under its name
  .filter((name) => isReadableField(name) && fieldOf(name)?.format !== 'companyName')
  .map((value) => ({ value, label: fieldLabel(value) }))

/** The kinds that stand in a student's history. */
const kindOptions = historyKinds
  .filter((kind) => /^(student|coverage|dependent|note|file)_/.test(kind))
  .map((value) => ({ value, label: kindLabel(value) }))

const sourceOptions = causes.map((value) => ({ value, label: sourceLabels[value] }))

/** Narrows the history by person, field, source, what was done, and days. */
export const HistoryFilters = ({ student, filters, onChange }: HistoryFiltersProps) => {
  const people = useAsk(listHistoryPeople, { params: { id: student } }, { staleTime: 60_000 })
  const set =
    <K extends keyof HistoryNarrowing>(key: K) =>
    (value: HistoryNarrowing[K] | null) =>
      onChange(withPart(filters, key, value))
  const isNarrowed = Object.keys(filters).length > 0
  return (
    <search aria-label="Filter the history" className="mb-5">
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-3 md:grid-cols-3">
        <ChoiceFilter
          label="Person"
          any="Anybody"
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
          label="What was done"
          any="Anything"
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
  /** Said while nothing is chosen: 'Anybody'. */
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

/** A day, which counts as soon as what is typed is one. */
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
    <Field label={label} error={bad !== null && isLeft ? 'Type a date as mm/dd/yyyy.' : undefined}>
      <DateInput value={bad ?? value ?? ''} onChange={take} onBlur={() => setLeft(true)} />
    </Field>
  )
}
