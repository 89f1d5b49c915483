import { plainValue } from '#client/platform/record/record-values.ts'
import { useState } from 'react'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { getStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { valueWords, type PlainValue } from '#client/platform/record/field-value.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'

/** Renders two policy years side by side: the differences, or all filled fields. */
export const CompareYears = ({ years }: { years: readonly StudentPolicyYear[] }) => {
  const [left, setLeft] = useState(years[1]?.id ?? 0)
  const [right, setRight] = useState(years[0]?.id ?? 0)
  const [all, setAll] = useState(false)
  const options = years.map(({ id, period_name: label }) => ({ value: id, label }))
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="mb-3 text-section font-semibold">Compare policy years</h2>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Select
          aria-label="Earlier policy year"
          className="w-40!"
          options={options}
          value={left}
          onChange={(id) => id !== null && setLeft(id)}
        />
        <span className="text-ink-3">and</span>
        <Select
          aria-label="Later policy year"
          className="w-40!"
          options={options}
          value={right}
          onChange={(id) => id !== null && setRight(id)}
        />
        <Checkbox label="Show unchanged fields" checked={all} onChange={() => setAll(!all)} />
      </div>
      <Compared left={left} right={right} all={all} />
    </section>
  )
}

const valueIn = (record: StudentPeriod, name: string): PlainValue => plainValue(Reflect.get(record, name))

/** Companies are shown by name. */
const names = Object.entries<RecordField>(studentPeriodFields).flatMap(([name, { format }]) =>
  format === 'company' ? [] : [name],
)

const Compared = ({ left, right, all }: { left: number; right: number; all: boolean }) => {
  const [one, other] = [
    useAsk(getStudentPeriod, { params: { id: left } }).data,
    useAsk(getStudentPeriod, { params: { id: right } }).data,
  ]
  if (!one || !other) return <Skeleton className="h-40" />
  const rows = names
    .map((name) => ({ name, before: valueIn(one, name), after: valueIn(other, name) }))
    .filter(({ before, after }) => (all ? before !== null || after !== null : before !== after))
  if (rows.length === 0) return <p className="text-ink-2">These policy years are the same.</p>
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-label text-ink-3">
            <th scope="col" className="py-1.5 pr-4 font-medium">
              Field
            </th>
            <th scope="col" className="py-1.5 pr-4 font-medium">
              {one.period_name}
            </th>
            <th scope="col" className="py-1.5 font-medium">
              {other.period_name}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, before, after }) => (
            <tr key={name} className="border-b border-line align-top">
              <th scope="row" className="py-1.5 pr-4 font-normal text-ink-2">
                {fieldLabel(name)}
              </th>
              <td className="tabular py-1.5 pr-4">{before === null ? '—' : valueWords(name, before)}</td>
              <td className="tabular py-1.5">{after === null ? '—' : valueWords(name, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
