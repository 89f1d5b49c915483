import * as z from 'zod/mini'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import { fullName } from '#contract/platform/person-name.ts'
import { dependentsStart, type StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { DependentEffects, noStart, type Start, type StartValues } from './dependent-effects.tsx'

interface RemoveDependentDialogProps {
  record: StudentPeriod
  dependent: Dependent
  onRemove: (start: Start) => Promise<void>
  handle: DialogHandle
}

const start = z.strictObject(dependentsStart)

/** Renders the dialog that removes a dependent whom enrolled coverage includes: what changes, and from when. */
export const RemoveDependentDialog = (props: RemoveDependentDialogProps) => {
  const { record, dependent, onRemove, handle } = props
  const form = useRecordForm<StartValues, typeof start>({
    schema: start,
    defaults: noStart,
    onSubmit: async (body) => {
      await onRemove(start.parse(body))
      handle.close()
    },
  })
  return (
    <FormDialog
      {...handle.dialog}
      size="md"
      title={`Remove ${fullName(dependent)}`}
      form={form}
      submitLabel="Remove dependent"
    >
      <p className="text-ink-2">Enrolled coverage includes this dependent. You can undo the removal.</p>
      <DependentEffects
        record={record}
        dependents={record.dependents.filter(({ id }) => id !== dependent.id)}
      />
    </FormDialog>
  )
}
