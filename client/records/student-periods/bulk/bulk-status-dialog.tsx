import { useState } from 'react'
import {
  academicStatusLabels,
  academicStatuses,
  recordStatusLabels,
  recordStatuses,
  type AcademicStatus,
  type RecordStatus,
} from '#contract/platform/record/student-period-choices.ts'
import { updateStudentStatus } from '#contract/records/student-periods/endpoints.ts'
import { formatCount, formatDay, formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { DateInput } from '#client/platform/ui/controls/date-input.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { listEndpoints } from '../state/api.ts'
import { BulkDialogFrame, NewValue } from './bulk-dialog-frame.tsx'
import type { RequestedSelection } from '../state/requested-selection.ts'
import { recordTexts, useBulkChange, type Applied } from './use-bulk-change.ts'

interface BulkStatusDialogProps {
  selected: RequestedSelection
  count: number
  handle: DialogHandle<Applied>
}

/** '312 records will change on 03/15/2027.' Records whose record status changes too may change in part today. */
const outcomeOn =
  (day: string, planned: number) =>
  (changed: number): string => {
    if (planned === 0) return recordTexts.outcome(changed)
    if (planned === changed) return `${formatCount(planned, 'record')} will change on ${formatDay(day)}.`
    const rest = formatNumber(changed - planned)
    return `${formatCount(planned, 'record')} will change on ${formatDay(day)}, and ${rest} today.`
  }

/**
 * Renders the dialog to change the academic or record status of the selection; the preview counts the coverage status
 * changes that follow.
 */
export const BulkStatusDialog = ({ selected, count, handle }: BulkStatusDialogProps) => {
  const [academic, setAcademic] = useState<AcademicStatus | undefined>()
  const [record, setRecord] = useState<RecordStatus | undefined>()
  const [effectiveOn, setEffectiveOn] = useState('')
  const isChosen = academic !== undefined || record !== undefined
  const dry = useSend(updateStudentStatus, { quiet: true })
  const real = useSend(updateStudentStatus, { quiet: true, refreshes: listEndpoints })
  const asked = { academic_status: academic, status: record, effective_on: effectiveOn || undefined }
  const change = useBulkChange(dry, real, isChosen ? { ...selected, ...asked } : null)
  return (
    <BulkDialogFrame
      title={`Change academic or record status for ${formatCount(count, 'student')}`}
      description="A leave, graduation or withdrawal also changes the coverage status. Nothing changes until you apply."
      verb="Change status"
      hint="Choose a status to preview the changes."
      change={change}
      words={{ ...recordTexts, outcome: outcomeOn(effectiveOn, change.preview?.planned ?? 0) }}
      isChosen={isChosen}
      handle={handle}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <NewValue
          label="Academic status"
          options={academicStatuses.map((value) => ({ value, label: academicStatusLabels[value] }))}
          value={academic}
          onChange={setAcademic}
        />
        <NewValue
          label="Record status"
          options={recordStatuses.map((value) => ({ value, label: recordStatusLabels[value] }))}
          value={record}
          onChange={setRecord}
        />
        <Field
          label="Effective date"
          hint="If it’s after today, the new academic status applies on that day."
        >
          <DateInput value={effectiveOn} onChange={setEffectiveOn} className="w-full!" />
        </Field>
      </div>
    </BulkDialogFrame>
  )
}
