import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import { useStudentOverview } from '#client/common/student-overview.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageBody } from '#client/ui/page-header.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { LoadedYear } from './loaded-year.tsx'

interface YearRecordProps {
  /** Of the address. */
  period: number
  onPeriod: (period: number) => void
  /** Given the record as it is known now. */
  children: (record: StudentPeriod) => ReactNode
}

/** One policy year of the student under its picker; a form over it holds what its person read while they type. */
export const YearRecord = ({ period, onPeriod, children }: YearRecordProps) => {
  const { student_periods: years } = useStudentOverview()
  const year = years.find((one) => one.period_id === period)
  return (
    <PageBody>
      {years.length > 1 && (
        <Tabs
          label="Policy years"
          className="mb-2"
          value={String(period)}
          onChange={(next) => onPeriod(Number(next))}
          tabs={years.map((one) => ({ value: String(one.period_id), label: one.period_name }))}
        />
      )}
      {year ? (
        <LoadedYear key={year.id} id={year.id}>
          {children}
        </LoadedYear>
      ) : (
        <EmptyState compact icon={CalendarX} title="Not in this policy year">
          The student is in other policy years, or was taken out of this one.
        </EmptyState>
      )}
    </PageBody>
  )
}
