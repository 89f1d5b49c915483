import { useId } from 'react'
import * as z from 'zod/mini'
import {
  coverageLabels,
  coverageStatuses,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/coverage/choices.ts'
import { text } from '#contract/fields.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import { CoveragePill } from './coverage-pill.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { fieldsOf } from '#client/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/ui/form/form.tsx'
import { useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { useWriteStatus } from './use-status-move.ts'

/** An override always says why; the call itself asks for the reason only where no move leads there. */
const override = z.strictObject({ status: z.enum(coverageStatuses), override_reason: text(1000) })

interface Values {
  status: CoverageStatus | null
  override_reason: string
}

const f = fieldsOf<Values>()

export interface OverrideDialogProps {
  record: StudentPeriod
  coverage: Coverage
  /** Reached by a move: chosen in the menu, where its dates go along. */
  reachable: readonly CoverageStatus[]
  handle: DialogHandle
}

/** Sets any status, past the moves that are allowed, with a reason. */
export const OverrideDialog = ({ record, coverage, reachable, handle }: OverrideDialogProps) => {
  const formId = useId()
  const form = useOverrideForm(record, coverage, handle)
  const present = record[statusFieldOf(coverage)]
  const choices = coverageStatuses.filter((status) => status !== present && !reachable.includes(status))
  return (
    <Dialog
      {...handle.dialog}
      title={`Override ${coverageLabels[coverage].toLowerCase()} status`}
      description="Changes the status alone: no dates, no letters. Use it where no move fits."
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <SubmitButton form={form} formId={formId}>
            Override status
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={formId}>
        <f.Select
          name="status"
          label="Status"
          required
          options={choices.map((status) => ({
            value: status,
            label: statusCatalogue[status].label,
            content: <CoveragePill status={status} />,
          }))}
        />
        <f.Textarea
          name="override_reason"
          label="Reason"
          required
          hint="Stands in the history, with your name."
        />
      </Form>
    </Dialog>
  )
}

const useOverrideForm = (
  record: StudentPeriod,
  coverage: Coverage,
  handle: DialogHandle,
): RecordForm<Values> => {
  const write = useWriteStatus()
  return useRecordForm<Values, typeof override>({
    schema: override,
    draft: { form: `override:${record.id}:${coverage}` },
    defaults: { status: null, override_reason: '' },
    onSubmit: async ({ status, override_reason }) => {
      await write(record, { coverage, to: status }, override_reason)
      handle.close()
    },
  })
}
