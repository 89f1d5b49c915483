import { addPasskey, renamePasskey, startPasskey } from '#contract/accounts/auth/passkey-endpoints.ts'
import type { Passkey } from '#contract/accounts/auth/passkey-shapes.ts'
import { createPasskey } from '#client/accounts/auth/passkeys.ts'
import { call } from '#client/platform/lib/call.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { deviceName } from '#client/accounts/auth/device-name.ts'
import { passkeyReads } from './passkey-reads.ts'

interface Values {
  name: string
}
const f = fieldsOf<Values>()

interface NameDialogProps {
  /** The passkey to rename; null to add one. */
  passkey: Passkey | null
  handle: DialogHandle
}

/** Renders the dialog that adds a passkey under a name, or renames one. */
export const PasskeyNameDialog = ({ passkey, handle }: NameDialogProps) => {
  const form = usePasskeyForm({ passkey, handle })
  return (
    <FormDialog
      {...handle.dialog}
      title={passkey ? 'Rename passkey' : 'Add a passkey'}
      description={passkey ? undefined : 'Next, your browser asks where to save it.'}
      form={form}
      submitLabel={passkey ? 'Rename' : 'Continue'}
    >
      <f.Text
        name="name"
        label="Name"
        hint="Helps you recognize it in your list, for example “Work laptop”."
        required
        autoComplete="off"
        maxLength={100}
      />
    </FormDialog>
  )
}

const usePasskeyForm = ({ passkey, handle }: NameDialogProps) => {
  const toast = useToast()
  const options = { refreshes: passkeyReads, quiet: true }
  const add = useSend(addPasskey, options)
  const rename = useSend(renamePasskey, options)
  return useRecordForm<Values, typeof renamePasskey.body>({
    schema: renamePasskey.body,
    defaults: { name: passkey?.name ?? deviceName(navigator.userAgent) },
    onSubmit: async ({ name }) => {
      if (passkey) await rename.send({ params: { id: String(passkey.id) }, body: { name } })
      else await add.send({ body: { name, credential: await createPasskey(await call(startPasskey, {})) } })
      toast.show({ tone: 'success', title: passkey ? 'Passkey renamed' : 'Passkey added' })
      handle.close()
    },
  })
}
