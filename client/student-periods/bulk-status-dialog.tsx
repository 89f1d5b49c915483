import { useState } from 'react'
import { updateStudentStatus } from '#contract/student-periods/endpoints.ts'
import {
  academicStatusLabels,
  academicStatuses,
  recordStatusLabels,
  recordStatuses,
} from '#contract/student-periods/choices.ts'
import { formatCount } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { controlClass, lineClass } from '#client/ui/control.ts'
import { cx } from '#client/ui/cx.ts'
import { DateInput } from '#client/ui/date-input.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { Field } from '#client/ui/field.tsx'
import { listEndpoints } from './api.ts'
import { Preview } from './preview.tsx'
import type { Selected } from './selected.ts'
import { useBulkChange, type Applied } from './use-bulk-change.ts'

interface BulkStatusDialogProps {
  selected: Selected
  count: number
  handle: DialogHandle<Applied>
}

/** Changes the academic or record status of a selection; the preview counts the coverage moves that follow. */
export const BulkStatusDialog = ({ selected, count, handle }: BulkStatusDialogProps) => {
  const [academic, setAcademic] = useState<(typeof academicStatuses)[number] | null>(null)
  const [record, setRecord] = useState<(typeof recordStatuses)[number] | null>(null)
  const [effectiveOn, setEffectiveOn] = useState('')
  const isNothing = academic === null && record === null
  const dry = useSend(updateStudentStatus, { quiet: true })
  const real = useSend(updateStudentStatus, { quiet: true, refreshes: listEndpoints })
  const change = useBulkChange(
    dry,
    real,
    isNothing
      ? null
      : {
          ...selected,
          ...(academic ? { academic_status: academic } : {}),
          ...(record ? { status: record } : {}),
          ...(effectiveOn ? { effective_on: effectiveOn } : {}),
        },
  )
  const submit = async () => {
    const applied = await change.apply()
    if (applied) handle.close(applied)
  }
  const changed = change.preview?.changed ?? 0
  return (
    <Dialog
      {...handle.dialog}
      title={`Change status of ${formatCount(count, 'student')}`}
      description="A leave, a graduation or a withdrawal moves coverage with it."
      size="md"
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={change.isApplying}
            disabled={changed === 0}
            onClick={() => void submit()}
          >
            {changed === 0 ? 'Change status' : `Change ${formatCount(changed, 'record')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-3">
          <ChoiceField
            label="Academic status"
            labels={academicStatusLabels}
            values={academicStatuses}
            value={academic}
            onChange={setAcademic}
          />
          <ChoiceField
            label="Record status"
            labels={recordStatusLabels}
            values={recordStatuses}
            value={record}
            onChange={setRecord}
          />
          <Field label="Effective on">
            <DateInput value={effectiveOn} onChange={setEffectiveOn} className="w-full!" />
          </Field>
        </div>
        {change.error && <Banner tone="danger">{change.error.message}</Banner>}
        {!isNothing && !change.preview && !change.error && <p className="text-ink-3">Counting …</p>}
        {change.preview && <Preview result={change.preview} />}
      </div>
    </Dialog>
  )
}

interface ChoiceFieldProps<V extends string> {
  label: string
  labels: Readonly<Record<V, string>>
  values: readonly V[]
  value: V | null
  onChange: (value: V | null) => void
}

const ChoiceField = <V extends string>({ label, labels, values, value, onChange }: ChoiceFieldProps<V>) => (
  <label className="flex min-w-0 flex-col">
    <span className="mb-1 text-label font-medium text-ink-2">{label}</span>
    <select
      value={value ?? ''}
      className={cx(controlClass, lineClass)}
      onChange={(event) => onChange(values.find((one) => one === event.target.value) ?? null)}
    >
      <option value="">Leave as it is</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {labels[one]}
        </option>
      ))}
    </select>
  </label>
)
