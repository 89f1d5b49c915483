import { changePassword } from '#contract/accounts/auth/endpoints.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { useDirtyGuard } from '#client/platform/ui/form/dirty-guard.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { SectionForm } from './section-form.tsx'
import { userReads } from './user-reads.ts'

interface Values {
  current_password: string
  password: string
  password_confirmation: string
}
const f = fieldsOf<Values>()
const blank: Values = { current_password: '', password: '', password_confirmation: '' }

/** Renders the form that changes one’s own password. Other sessions end. */
export const PasswordSection = () => {
  const toast = useToast()
  const { two_factor_enabled } = useUser()
  const { send } = useSend(changePassword, { refreshes: userReads, quiet: true })
  const form = useRecordForm<Values, typeof changePassword.body>({
    schema: changePassword.body,
    defaults: blank,
    literal: changePassword.literal,
    onSubmit: async (body) => {
      await send({ body })
      form.methods.reset(blank)
      toast.show({
        tone: 'success',
        title: 'Password changed',
        description: 'You stay signed in here. Your other sessions ended.',
      })
    },
  })
  const isDirty = useDirtyGuard(form)
  return (
    <FormSection title="Password" why="A new password ends your other sessions.">
      <div className="col-span-6">
        <SectionForm form={form} isDirty={isDirty} submitLabel="Change password">
          <Fields shortest={two_factor_enabled ? 8 : 15} />
        </SectionForm>
      </div>
    </FormSection>
  )
}

/** `shortest` is the fewest characters of a new password. */
const Fields = ({ shortest }: { shortest: number }) => (
  <>
    <div className="col-span-6 grid grid-cols-6 gap-x-3">
      <f.Password
        name="current_password"
        label="Current password"
        autoComplete="current-password"
        width="half"
        required
      />
    </div>
    <f.Password
      name="password"
      label="New password"
      hint={`At least ${shortest} characters. A few random words work well.`}
      autoComplete="new-password"
      width="half"
      required
    />
    <f.Password
      name="password_confirmation"
      label="Confirm new password"
      autoComplete="new-password"
      width="half"
      required
    />
  </>
)
