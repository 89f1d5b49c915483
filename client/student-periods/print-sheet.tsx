import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { listStudentPeriodsByPeriod } from '#contract/student-periods/endpoints.ts'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import { call } from '#client/lib/call.ts'
import { formatCount, formatInstant, formatNumber } from '#client/lib/format.ts'
import { useToast } from '#client/ui/toast.tsx'
import { studentColumns } from './columns.tsx'
import { listAskOf, type ListAsk } from './use-student-rows.ts'

/** What is printed at most: some forty sheets. Whoever needs more exports. */
const printedRows = 2000
const pageSize = 500

type Printed = Pick<ListAsk, 'periodId' | 'question' | 'columns'>

const readAll = async (ask: Printed, signal: AbortSignal): Promise<StudentListRow[]> => {
  const rows: StudentListRow[] = []
  for (let page = 1; rows.length < printedRows; page++) {
    const { data, meta } = await call(listStudentPeriodsByPeriod, listAskOf(ask, page, pageSize), { signal })
    rows.push(...data)
    if (page >= meta.last_page) break
  }
  return rows
}

interface PrintSheetProps {
  ask: Printed
  /** The columns in sight, by id, in their order. */
  shown: readonly string[]
  title: string
  total: number
  onDone: () => void
}

/** The present list as a plain table that only paper sees; prints as soon as the rows are there. */
export const PrintSheet = ({ ask, shown, title, total, onDone }: PrintSheetProps) => {
  const rows = usePrintedRows(ask, onDone)
  const [now] = useState(() => new Date().toISOString())
  return createPortal(
    <section className="print-only" aria-label="Print">
      <h1>{title}</h1>
      <p>
        {rows && rows.length < total
          ? `The first ${formatNumber(rows.length)} of ${formatCount(total, 'student')}`
          : formatCount(total, 'student')}
        . {formatInstant(now)}. Student records: keep them confidential.
      </p>
      <Rows rows={rows ?? []} shown={shown} />
    </section>,
    document.body,
  )
}

/** Reads the rows, and prints once they are there; a failure is told. */
const usePrintedRows = (ask: Printed, onDone: () => void): readonly StudentListRow[] | undefined => {
  const toast = useToast()
  const { data, error } = useQuery({
    queryKey: ['print', ask],
    queryFn: ({ signal }) => readAll(ask, signal),
    gcTime: 0,
    staleTime: 0,
  })
  useEffect(() => {
    if (!data) return
    window.addEventListener('afterprint', onDone, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
  }, [data, onDone])
  useEffect(() => {
    if (!error) return
    toast.show({ tone: 'danger', title: 'The list could not be printed', description: error.message })
    onDone()
  }, [error, toast, onDone])
  return data
}

const Rows = ({ rows, shown }: { rows: readonly StudentListRow[]; shown: readonly string[] }) => {
  const columns = shown.flatMap((id) => studentColumns.find((column) => column.id === id) ?? [])
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ id, label }) => (
            <th key={id} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map((column) => (
              <td key={column.id}>{column.text(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
