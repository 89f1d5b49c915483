import { useState } from 'react'
import { removeStudentPeriods } from '#contract/student-periods/endpoints.ts'
import { enrollmentReads } from '#client/common/student-reads.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import { TextInput } from '#client/ui/controls/text-input.tsx'
import { BulkDialogFrame } from './bulk-dialog-frame.tsx'
import { removalWords, useBulkChange, type Applied } from './use-bulk-change.ts'
import type { Selected } from '../state/selected.ts'

interface BulkRemoveDialogProps {
  selected: Selected
  count: number
  handle: DialogHandle<Applied>
}

/** '3,126' and '3126' are the same number. */
const numberIn = (typed: string): number | null => {
  const digits = typed.replaceAll(/[,\s]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

/** Takes a selection out of the policy year, once the number of them is typed. */
export const BulkRemoveDialog = ({ selected, count, handle }: BulkRemoveDialogProps) => {
  const [typed, setTyped] = useState('')
  const dry = useSend(removeStudentPeriods, { quiet: true })
  const real = useSend(removeStudentPeriods, { quiet: true, refreshes: enrollmentReads })
  const confirmed = numberIn(typed)
  const change = useBulkChange(
    dry,
    real,
    { ...selected, ...(confirmed === null ? {} : { confirm_count: confirmed }) },
    { ...selected },
  )
  const matched = change.preview?.matched
  // the field stands there from the start, for the focus; what was counted since corrects its number
  const wanted = formatNumber(matched ?? count)
  const isWrong = confirmed !== null && matched !== undefined && confirmed !== matched
  return (
    <BulkDialogFrame
      title={`Remove ${formatCount(count, 'student')} from this policy year`}
      description="Their statuses, waiver and enrollment details, dependents and fees of this year leave the list with them. The students themselves, their notes and their other years stay. You can take it back right after."
      verb="Remove"
      hint=""
      change={change}
      isChosen
      isHeld={confirmed === null || confirmed !== matched}
      words={removalWords}
      handle={handle}
    >
      <Field
        label={`Type ${wanted} to remove them`}
        error={isWrong ? `This is not the number of students: ${wanted}.` : undefined}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="tabular max-w-40"
        />
      </Field>
    </BulkDialogFrame>
  )
}
