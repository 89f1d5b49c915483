import { voidBursarBatch } from '#contract/outputs/bursar/endpoints.ts'
import { bursarVoid, type BursarBatch } from '#contract/outputs/bursar/shapes.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { bursarReads } from './bursar-reads.ts'

interface Values {
  reason: string
}
const f = fieldsOf<Values>()

interface VoidDialogProps {
  batch: BursarBatch
  handle: DialogHandle
}

/** Renders the dialog that voids a batch, with the reason. */
export const VoidDialog = ({ batch, handle }: VoidDialogProps) => {
  const toast = useToast()
  const { send } = useSend(voidBursarBatch, { refreshes: bursarReads, quiet: true })
  const form = useRecordForm<Values, typeof bursarVoid>({
    schema: bursarVoid,
    draft: { form: `void-bursar-batch:${batch.id}` },
    defaults: { reason: '' },
    onSubmit: async (body) => {
      await send({ params: { id: String(batch.id) }, body })
      toast.show({ tone: 'success', title: `Batch ${batch.number} voided` })
      handle.close()
    },
  })
  return (
    <FormDialog
      {...handle.dialog}
      title={`Void batch ${batch.number}?`}
      description={`${batch.released ? 'If the bursar already has the file, tell them not to post it. ' : ''}Its lines no longer count, so the next batch contains them again. Number ${batch.number} isn’t used again. You can’t undo this.`}
      form={form}
      submitLabel={`Void batch ${batch.number}`}
      isDanger
    >
      <f.Text name="reason" label="Reason" required autoComplete="off" maxLength={500} />
    </FormDialog>
  )
}
