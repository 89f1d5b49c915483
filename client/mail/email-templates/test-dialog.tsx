import * as z from 'zod/mini'
import { sendTestStudentEmail } from '#contract/mail/email-templates/endpoints.ts'
import { emailAddress } from '#contract/platform/fields.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { useLatestPeriod } from '#client/platform/record/student-choice.tsx'
import type { Language } from './template-values.ts'
import { fullName } from '#contract/platform/person-name.ts'

interface TestDialogProps {
  templateId: number
  student: StudentHit | null
  language: Language
  /** Whether the form has changes that the test doesn't contain. */
  isDirty: boolean
  onClose: () => void
}

const f = fieldsOf<{ to: string }>()

/** Renders the dialog that sends a test of a saved template to an address. */
export const TestDialog = ({ templateId, student, language, isDirty, onClose }: TestDialogProps) => {
  const toast = useToast()
  const user = useUser()
  const studentPeriod = useLatestPeriod(student)
  const { send } = useSend(sendTestStudentEmail, { quiet: true })
  const form = useRecordForm({
    schema: z.strictObject({ to: emailAddress }),
    defaults: { to: user.email },
    onSubmit: async ({ to }) => {
      await send({
        body: { template_id: templateId, language, student_period_id: studentPeriod ?? null, to },
      })
      toast.show({ tone: 'success', title: 'Test email queued', description: `To ${to}` })
      onClose()
    },
  })
  const whose = student ? fullName(student) : 'an invented person'
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Send a test"
      description={`The test uses the details of ${whose}.`}
      form={form}
      submitLabel="Send test"
      disabled={studentPeriod === undefined}
    >
      {isDirty && (
        <Banner tone="warning">Your changes aren’t saved yet. The test contains the saved text.</Banner>
      )}
      <f.Text name="to" label="Email address" type="email" required autoComplete="off" />
    </FormDialog>
  )
}
