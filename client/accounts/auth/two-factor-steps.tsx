import { confirmTwoFactor } from '#contract/accounts/auth/endpoints.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { TwoFactorSetup } from './two-factor.ts'

const f = fieldsOf<{ code: string }>()

interface TwoFactorStepsProps {
  setup: TwoFactorSetup
  onCode: (code: string) => Promise<void>
  /** Leaves it off; absent if it must be set up. */
  onCancel?: () => void
}

/** Renders the setup key and QR code, and asks for a first code. */
export const TwoFactorSteps = ({ setup, onCode, onCancel }: TwoFactorStepsProps) => {
  const form = useRecordForm({
    schema: confirmTwoFactor.body,
    defaults: { code: '' },
    onSubmit: ({ code }) => onCode(code ?? ''),
  })
  return (
    <Form form={form}>
      <div className="flex flex-wrap items-start gap-4">
        <img
          src={setup.qrCode}
          alt="QR code"
          width={144}
          height={144}
          className="rounded-control bg-white p-2"
        />
        <div className="min-w-40 flex-1 text-ink-2">
          <p>Scan this QR code with your authenticator app, or enter this setup key:</p>
          <p className="mt-1 font-mono text-label break-words text-ink select-all">{inFours(setup.secret)}</p>
        </div>
      </div>
      <div className="max-w-60">
        <f.Text
          name="code"
          label="Code"
          hint="The 6-digit code from your app."
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form}>Turn on</SubmitButton>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </Form>
  )
}

/** Groups of 4 letters are easier to type; the apps ignore the spaces. */
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
