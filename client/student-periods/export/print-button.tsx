import { Printer } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { later } from '#client/ui/later.ts'
import { askedColumns } from '../cells/columns.tsx'
import type { Question } from '../state/question.ts'

// Not part of the first load of the list.
const PrintSheet = later(async () => (await import('./print-sheet.tsx')).PrintSheet)

interface PrintButtonProps {
  periodId: number
  question: Question
  /** The columns in sight. */
  shown: readonly string[]
  total: number
}

/** Prints what the list shows: its rows, its columns, its order. */
export const PrintButton = ({ periodId, question, shown, total }: PrintButtonProps) => {
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
            ask={{ periodId, question, columns: askedColumns(shown) }}
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
