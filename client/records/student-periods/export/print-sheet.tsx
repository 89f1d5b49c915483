import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { recordPrint } from '#contract/review/exports/endpoints.ts'
import { printedRows } from '#contract/review/exports/shapes.ts'
import { listStudentPeriodsByPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatCount, formatInstant, formatNumber } from '#client/platform/lib/format.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { isListColumn, studentColumns } from '../cells/columns.tsx'
import { allMatching } from '../state/requested-selection.ts'
import { listRequestOf, type ListRequest } from '../state/use-student-rows.ts'

const pageSize = 500

type Printed = Pick<ListRequest, 'periodId' | 'query' | 'columns'>

const readAll = async (ask: Printed, signal: AbortSignal): Promise<StudentListRow[]> => {
  const rows: StudentListRow[] = []
  for (let page = 1; rows.length < printedRows; page++) {
    const { data, meta } = await call(listStudentPeriodsByPeriod, listRequestOf(ask, page, pageSize), {
      signal,
    })
    rows.push(...data)
    if (page >= meta.last_page) break
  }
  return rows
}

interface PrintSheetProps {
  ask: Printed
  /** The visible columns, by ID, in order. */
  shown: readonly string[]
  title: string
  total: number
  onDone: () => void
}

/** Renders the current list as a plain table for print only; prints when the rows have loaded. */
export const PrintSheet = ({ ask, shown, title, total, onDone }: PrintSheetProps) => {
  const rows = usePrintedRows(ask, shown, onDone)
  const [now] = useState(() => new Date().toISOString())
  return createPortal(
    <main className="print-only" aria-label="Print">
      <h1>{title}</h1>
      <p>
        {rows && rows.length < total
          ? `First ${formatNumber(rows.length)} of ${formatCount(total, 'student')}`
          : formatCount(total, 'student')}
        . {formatInstant(now)} Confidential student records.
      </p>
      <Rows rows={rows ?? []} shown={shown} />
    </main>,
    document.body,
  )
}

/** Loads once: the printed rows aren't reloaded. */
const once = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY }

/** Logs the print, loads the rows, and prints; if either fails, nothing is printed. */
const usePrintedRows = (
  ask: Printed,
  shown: readonly string[],
  onDone: () => void,
): readonly StudentListRow[] | undefined => {
  const toast = useToast()
  const recorded = useQuery({
    queryKey: ['print', 'recorded', ask],
    queryFn: () => call(recordPrint, { body: recordOf(ask, shown) }),
    ...once,
  })
  const { data, error } = useQuery({
    queryKey: ['print', ask],
    queryFn: ({ signal }) => readAll(ask, signal),
    enabled: recorded.isSuccess,
    ...once,
  })
  useEffect(() => {
    if (!data) return
    window.addEventListener('afterprint', onDone, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
  }, [data, onDone])
  const refusal = recorded.error
    ? `Shipmate couldn’t log the print, so it didn’t print. ${recorded.error.message}`
    : error?.message
  useEffect(() => {
    if (refusal === undefined) return
    toast.show({ tone: 'danger', title: 'Couldn’t print the list', description: refusal })
    onDone()
  }, [refusal, toast, onDone])
  return data
}

const recordOf = ({ periodId, query }: Printed, shown: readonly string[]) => ({
  selection: allMatching(periodId, query),
  columns: shown.filter(isListColumn),
})

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
