import { confirmTwoFactor } from '#contract/auth/endpoints.ts'
import { fieldsOf } from '#client/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/ui/form/form.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.ts'
import type { TwoFactorSetup } from './two-factor.ts'

const f = fieldsOf<{ code: string }>()

/** Scan or type the secret, then prove it with a first code. */
export const TwoFactorSteps = ({
  setup,
  onCode,
}: {
  setup: TwoFactorSetup
  onCode: (code: string) => Promise<void>
}) => {
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
          alt="The code to scan"
          width={144}
          height={144}
          className="rounded-control bg-white p-2"
        />
        <div className="min-w-40 flex-1 text-ink-2">
          <p>Scan this with an authenticator app, or type the secret there:</p>
          <p className="mt-1 font-mono text-label break-words text-ink select-all">{inFours(setup.secret)}</p>
        </div>
      </div>
      <div className="max-w-60">
        <f.Text
          name="code"
          label="Code"
          hint="The six digits that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </div>
      <SubmitButton form={form} className="self-start">
        Switch it on
      </SubmitButton>
    </Form>
  )
}

/** Four letters at a time are typed without losing one's place; the apps do not mind the gaps. */
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
