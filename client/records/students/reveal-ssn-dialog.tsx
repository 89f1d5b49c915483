import { revealDependentSsn } from '#contract/records/student-periods/endpoints.ts'
import { revealSsn } from '#contract/records/students/endpoints.ts'
import { revealReason } from '#contract/records/students/reveal.ts'
import { call } from '#client/platform/lib/call.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'

const f = fieldsOf<{ reason: string }>()

/** The student or dependent whose SSN is revealed. */
export interface SsnOwner {
  readonly type: 'student' | 'dependent'
  readonly id: number
  readonly name: string
}

interface RevealSsnDialogProps {
  owner: SsnOwner
  handle: DialogHandle<string | null>
}

const endpoints = { student: revealSsn, dependent: revealDependentSsn } as const

/**
 * Renders the dialog that asks for the reason to reveal an SSN, and closes with the SSN. The password gate asks for
 * the password if the server requires it.
 */
export const RevealSsnDialog = ({ owner, handle }: RevealSsnDialogProps) => {
  const form = useRecordForm({
    schema: revealReason,
    defaults: { reason: '' },
    onSubmit: async (body) => {
      // not through the query client: no cache may contain the response
      const { ssn } = await call(endpoints[owner.type], { params: { id: owner.id }, body })
      handle.close(ssn)
    },
  })
  return (
    <FormDialog
      {...handle.dialog}
      title={`Reveal SSN for ${owner.name}`}
      description="The SSN shows for 20 seconds. Shipmate permanently logs your name, the time and your reason."
      form={form}
      submitLabel="Reveal"
    >
      <f.Text name="reason" label="Reason" required maxLength={500} autoComplete="off" />
    </FormDialog>
  )
}
