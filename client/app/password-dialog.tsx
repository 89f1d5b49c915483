import { confirmPassword } from '#contract/accounts/auth/endpoints.ts'
import { call } from '#client/platform/lib/call.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'

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
    <FormDialog
      open
      onClose={() => onSettled(false)}
      title="Confirm your password"
      description="This action needs your password. Shipmate won’t ask again for 3 hours."
      form={form}
      submitLabel="Confirm"
    >
      <f.Password name="password" label="Password" autoComplete="current-password" />
    </FormDialog>
  )
}
