import { Printer } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { later } from '#client/platform/ui/later.ts'
import { requestedColumns } from '../cells/columns.tsx'
import type { ListQuery } from '../state/list-query.ts'

// Not part of the list's first load.
const PrintSheet = later(async () => (await import('./print-sheet.tsx')).PrintSheet)

interface PrintButtonProps {
  periodId: number
  query: ListQuery
  /** The visible columns. */
  shown: readonly string[]
  total: number
}

/** Renders the button that prints the list: its rows, columns and order. */
export const PrintButton = ({ periodId, query, shown, total }: PrintButtonProps) => {
  const [isPrinting, setPrinting] = useState(false)
  const onDone = useCallback(() => setPrinting(false), [])
  return (
    <>
      <Button size="sm" variant="ghost" icon={Printer} busy={isPrinting} onClick={() => setPrinting(true)}>
        Print
      </Button>
      {isPrinting && (
        <Suspense fallback={null}>
          <PrintSheet
            ask={{ periodId, query, columns: requestedColumns(shown) }}
            shown={shown}
            title={document.title.replace(' · Shipmate', '')}
            total={total}
            onDone={onDone}
          />
        </Suspense>
      )}
    </>
  )
}
