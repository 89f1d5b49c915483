import { Check, Send } from 'lucide-react'
import { confirmBursarBatch, releaseBursarBatch } from '#contract/outputs/bursar/endpoints.ts'
import type { BursarBatch } from '#contract/outputs/bursar/shapes.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { bursarReads } from './bursar-reads.ts'
import { sizeText } from './bursar-text.ts'
import { Downloads } from './downloads.tsx'

const VoidDialog = lazyDialog(async () => (await import('./void-dialog.tsx')).VoidDialog)

interface BatchActionsProps {
  batch: BursarBatch
  /** Whether someone else must release it. */
  isOthers: boolean
}

/** Renders what can be done with a batch in its state: download, void, release, confirm. */
export const BatchActions = ({ batch, isOthers }: BatchActionsProps) => {
  const openDialog = useDialogHost()
  const isOpen = batch.state === 'draft' || batch.state === 'released'
  return (
    <>
      <Downloads batch={batch} />
      {isOpen && <Button onClick={() => openDialog(VoidDialog, { props: { batch } })}>Void</Button>}
      {batch.state === 'draft' && <ReleaseButton batch={batch} isOthers={isOthers} />}
      {batch.state === 'released' && <ConfirmButton batch={batch} />}
    </>
  )
}

const ReleaseButton = ({ batch, isOthers }: BatchActionsProps) => {
  const { send, isSending } = useSend(releaseBursarBatch, { refreshes: bursarReads })
  const confirm = useConfirm()
  const toast = useToast()
  const name = `batch ${batch.number}`
  const release = async (): Promise<void> => {
    const accepted = await confirm({
      title: `Release ${name}?`,
      message: `${sizeText(batch)}. After that, anyone with access can download its file for the bursar. You can void it until it’s confirmed.`,
      acceptLabel: `Release ${name}`,
    })
    if (!accepted) return
    await send({ params: { id: String(batch.id) } })
    toast.show({ tone: 'success', title: `Batch ${batch.number} released` })
  }
  return (
    <Button variant="primary" icon={Send} busy={isSending} disabled={isOthers} onClick={() => void release()}>
      Release
    </Button>
  )
}

const ConfirmButton = ({ batch }: { batch: BursarBatch }) => {
  const { send, isSending } = useSend(confirmBursarBatch, { refreshes: bursarReads })
  const confirm = useConfirm()
  const toast = useToast()
  const name = `batch ${batch.number}`
  const settle = async (): Promise<void> => {
    const accepted = await confirm({
      title: `Confirm ${name}?`,
      message: `Confirm it once the bursar has posted the file: ${sizeText(batch)}. You can’t void it after that. Later changes go into the next batch.`,
      acceptLabel: `Confirm ${name}`,
    })
    if (!accepted) return
    await send({ params: { id: String(batch.id) } })
    toast.show({ tone: 'success', title: `Batch ${batch.number} confirmed` })
  }
  return (
    <Button variant="primary" icon={Check} busy={isSending} onClick={() => void settle()}>
      Confirm
    </Button>
  )
}
