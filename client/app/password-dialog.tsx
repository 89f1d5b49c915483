import { confirmPassword } from '#contract/auth/endpoints.ts'
import { call } from '#client/lib/call.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { fieldsOf } from '#client/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/ui/form/form.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.ts'

const f = fieldsOf<{ password: string }>()

/** Renders the dialog that asks for the password before a sensitive action. */
export const PasswordDialog = ({ onSettled }: { onSettled: (confirmed: boolean) => void }) => {
  const form = useRecordForm({
    schema: confirmPassword.body,
    defaults: { password: '' },
    literal: confirmPassword.literal,
    onSubmit: async (body) => {
      await call(confirmPassword, { body })
      onSettled(true)
    },
  })
  return (
    <Dialog
      open
      onClose={() => onSettled(false)}
      title="Confirm your password"
      description="We ask for your password before sensitive actions. We won’t ask again for 3 hours."
      footer={
        <>
          <Button onClick={() => onSettled(false)}>Cancel</Button>
          <SubmitButton form={form} formId="confirm-password">
            Confirm
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id="confirm-password">
        <f.Password name="password" label="Password" autoComplete="current-password" />
      </Form>
    </Dialog>
  )
}
