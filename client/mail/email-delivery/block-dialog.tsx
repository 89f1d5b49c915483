import { addSuppressedAddress } from '#contract/mail/email-delivery/endpoints.ts'
import { newSuppressedAddress } from '#contract/mail/email-delivery/shapes.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { blockedReads } from './blocked-reads.ts'

interface Values {
  address: string
  reason: string
}
const f = fieldsOf<Values>()
const blank: Values = { address: '', reason: '' }

/** Renders the dialog that blocks an address for the emails of every school. */
export const BlockDialog = ({ handle }: { handle: DialogHandle }) => {
  const toast = useToast()
  const { send } = useSend(addSuppressedAddress, { refreshes: blockedReads, quiet: true })
  const form = useRecordForm<Values, typeof newSuppressedAddress>({
    schema: newSuppressedAddress,
    draft: { form: 'block-address' },
    defaults: blank,
    onSubmit: async (body) => {
      const { reply } = await send({ body })
      toast.show({ tone: 'success', title: `${reply.address} blocked` })
      handle.close()
    },
  })
  return (
    <FormDialog
      {...handle.dialog}
      title="Block an address"
      description="Shipmate won’t send emails to this address, from any school."
      form={form}
      submitLabel="Block address"
    >
      <f.Text name="address" label="Email address" type="email" required autoComplete="off" />
      <f.Text name="reason" label="Reason" required autoComplete="off" maxLength={500} />
    </FormDialog>
  )
}
