import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { tokenAccesses, tokenAccessLabels, tokenDays } from '#contract/accounts/api-tokens/choices.ts'
import { createApiToken, listApiTokens } from '#contract/accounts/api-tokens/endpoints.ts'
import { newApiToken, type CreatedApiToken, type NewApiToken } from '#contract/accounts/api-tokens/shapes.ts'
import { listSchoolHistory } from '#contract/setup/schools/endpoints.ts'
import { CopyField } from '#client/platform/ui/controls/copy-field.tsx'
import { formatCount, formatDay } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'

interface NewTokenProps {
  schoolId: number
  handle: DialogHandle
}

/** Renders the form that creates an API token, then the token itself, this one time. */
export const NewTokenForm = ({ schoolId, handle }: NewTokenProps) => {
  const [created, setCreated] = useState<CreatedApiToken | null>(null)
  return created ? (
    <Created handle={handle} token={created} />
  ) : (
    <TokenFields schoolId={schoolId} handle={handle} onCreated={setCreated} />
  )
}

const f = fieldsOf<NewApiToken>()
const accesses = tokenAccesses.map((value) => ({ value, label: tokenAccessLabels[value] }))
const days = tokenDays.map((value) => ({ value, label: formatCount(value, 'day') }))
const typed = z.strictObject(newApiToken.shape)

const TokenFields = ({
  schoolId,
  handle,
  onCreated,
}: NewTokenProps & { onCreated: (token: CreatedApiToken) => void }) => {
  const { send } = useSend(createApiToken, { refreshes: [listApiTokens, listSchoolHistory], quiet: true })
  const form = useRecordForm<NewApiToken, typeof typed>({
    schema: typed,
    defaults: { name: '', access: 'read', expires_in_days: 90 },
    onSubmit: async (body) => onCreated((await send({ params: { id: schoolId }, body })).reply),
  })
  return (
    <FormDialog
      {...handle.dialog}
      title="New API token"
      description="One of the school’s own systems uses it to read or change the school’s records."
      form={form}
      submitLabel="Create token"
    >
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
        <f.Text
          name="name"
          label="System"
          required
          autoComplete="off"
          hint="For example Banner or Workday. The history shows changes under this name."
        />
        <f.Select name="access" label="Access" required width="half" options={accesses} />
        <f.Select name="expires_in_days" label="Expires in" required width="half" options={days} />
      </div>
    </FormDialog>
  )
}

const Created = ({ handle, token }: { handle: DialogHandle; token: CreatedApiToken }) => {
  const copyRef = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      {...handle.dialog}
      initialFocus={copyRef}
      title={`API token for ${token.name}`}
      description="Copy it now. You won’t see it again."
      footer={
        <Button variant="primary" onClick={handle.dialog.onClose}>
          Done
        </Button>
      }
    >
      <CopyField
        label="API token"
        text={token.token}
        hint={`Works until ${formatDay(token.expires_at)}, or until you revoke it. Treat it like a password.`}
        copyRef={copyRef}
      />
    </Dialog>
  )
}
