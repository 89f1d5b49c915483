import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { webhookEventLabels, webhookEvents } from '#contract/outputs/webhooks/choices.ts'
import { changeWebhook, createWebhook } from '#contract/outputs/webhooks/endpoints.ts'
import {
  newWebhook,
  type CreatedWebhook,
  type NewWebhook,
  type Webhook,
} from '#contract/outputs/webhooks/shapes.ts'
import { CopyField } from '#client/platform/ui/controls/copy-field.tsx'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { webhookReads } from './webhook-reads.ts'

interface WebhookFormProps {
  schoolId: number
  /** The webhook to edit; null to add one. */
  webhook: Webhook | null
  handle: DialogHandle
}

/** Renders the form of a webhook, then the secret of a new one, this one time. */
export const WebhookForm = (props: WebhookFormProps) => {
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  return created ? (
    <Created handle={props.handle} webhook={created} />
  ) : (
    <WebhookFields {...props} onCreated={setCreated} />
  )
}

const f = fieldsOf<NewWebhook>()
const typed = z.strictObject(newWebhook.shape)

const WebhookFields = ({
  schoolId,
  webhook,
  handle,
  onCreated,
}: WebhookFormProps & { onCreated: (webhook: CreatedWebhook) => void }) => {
  const add = useSend(createWebhook, { refreshes: webhookReads, quiet: true })
  const change = useSend(changeWebhook, { refreshes: webhookReads, quiet: true })
  const form = useRecordForm<NewWebhook, typeof typed>({
    schema: typed,
    defaults: { address: webhook?.address ?? '', events: webhook?.events ?? [...webhookEvents] },
    onSubmit: async (body) => {
      if (webhook) {
        const { id, is_on, version } = webhook
        await change.send({ params: { id: schoolId, webhook: id }, body: { ...body, is_on, version } })
        handle.close()
      } else onCreated((await add.send({ params: { id: schoolId }, body })).reply)
    },
  })
  return (
    <FormDialog
      {...handle.dialog}
      title={webhook ? 'Edit webhook' : 'New webhook'}
      description="Shipmate sends a signed message to this address. It has IDs and statuses, no personal data."
      form={form}
      submitLabel={webhook ? 'Save' : 'Add webhook'}
    >
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
        <f.Text
          name="address"
          label="Address"
          required
          autoComplete="off"
          hint="For example https://sis.example.edu/shipmate"
        />
        <f.Checks name="events" label="Send when" options={webhookEvents} labels={webhookEventLabels} />
      </div>
    </FormDialog>
  )
}

const Created = ({ handle, webhook }: { handle: DialogHandle; webhook: CreatedWebhook }) => {
  const copyRef = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      {...handle.dialog}
      initialFocus={copyRef}
      title="Webhook added"
      description="Copy the secret now. You won’t see it again."
      footer={
        <Button variant="primary" onClick={handle.dialog.onClose}>
          Done
        </Button>
      }
    >
      <CopyField
        label="Secret"
        text={webhook.secret}
        hint="Your system checks the signature of each message with it. Treat it like a password."
        copyRef={copyRef}
      />
    </Dialog>
  )
}
