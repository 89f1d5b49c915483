import { useState } from 'react'
import { removeStudentPeriods } from '#contract/records/student-periods/endpoints.ts'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import { BulkDialogFrame } from './bulk-dialog-frame.tsx'
import { removalTexts, useBulkChange, type Applied } from './use-bulk-change.ts'
import type { RequestedSelection } from '../state/requested-selection.ts'

interface BulkRemoveDialogProps {
  selected: RequestedSelection
  count: number
  handle: DialogHandle<Applied>
}

/** Accepts '3,126' and '3126' as the same number. */
const numberIn = (typed: string): number | null => {
  const digits = typed.replaceAll(/[,\s]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

/** Renders the dialog that removes the selection from the policy year after the user types the number of students. */
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
  // the field is there from the start, for the focus; the preview corrects its number
  const wanted = formatNumber(matched ?? count)
  const isWrong = confirmed !== null && matched !== undefined && confirmed !== matched
  return (
    <BulkDialogFrame
      title={`Remove ${formatCount(count, 'student')} from this policy year`}
      description="This removes their statuses, waiver and enrollment details, dependents and fees for this policy year. It keeps the students, their notes and their other policy years. You can undo it right afterward."
      verb="Remove"
      hint=""
      change={change}
      isChosen
      isHeld={confirmed === null || confirmed !== matched}
      words={removalTexts}
      handle={handle}
    >
      <Field
        label={`Type ${wanted} to confirm`}
        error={isWrong ? `Type the number of students: ${wanted}.` : undefined}
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
