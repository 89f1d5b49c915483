import { useId } from 'react'
import { addSuppressedAddress } from '#contract/email-delivery/endpoints.ts'
import { newSuppressedAddress } from '#contract/email-delivery/shapes.ts'
import { useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { fieldsOf } from '#client/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/ui/form/form.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { blockedReads } from './blocked-reads.ts'

interface Values {
  address: string
  reason: string
}
const f = fieldsOf<Values>()
const blank: Values = { address: '', reason: '' }

/** Renders the dialog that blocks an address. */
export const BlockDialog = ({ handle }: { handle: DialogHandle }) => {
  const formId = useId()
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
    <Dialog
      {...handle.dialog}
      title="Block an address"
      description="Shipmate sends no more emails to it, whichever school they’re from."
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <SubmitButton form={form} formId={formId}>
            Block address
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={formId}>
        <f.Text name="address" label="Email address" type="email" required autoComplete="off" />
        <f.Text name="reason" label="Reason" required autoComplete="off" maxLength={500} />
      </Form>
    </Dialog>
  )
}
