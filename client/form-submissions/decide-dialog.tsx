import { decideInBulk } from '#contract/decisions/endpoints.ts'
import { bulkDecisionResult, decisionSkips } from '#contract/decisions/outcome-shapes.ts'
import type { ClientReply } from '#contract/endpoint.ts'
import { usePreview } from '#client/common/use-preview.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Truncate } from '#client/ui/overlays/truncate.tsx'
import { Banner } from '#client/ui/states/banner.tsx'
import { formReads } from './form-reads.ts'

type Result = ClientReply<typeof decideInBulk>

/** How many forms were approved, and the change to undo. */
export interface Approved {
  readonly changed: number
  readonly changeId: string | null
}

export interface ApproveDialogProps {
  /** The selected forms. */
  ids: readonly number[]
  handle: DialogHandle<Approved>
}

const resultIn = (data: unknown): Result | null => bulkDecisionResult.safeParse(data).data ?? null

/** Renders the dialog that approves several forms: how many, their emails, and which are left out and why. */
export const ApproveDialog = ({ ids, handle }: ApproveDialogProps) => {
  const dry = useSend(decideInBulk, { quiet: true })
  const real = useSend(decideInBulk, { quiet: true, refreshes: formReads })
  const body = { ids: [...ids], outcome: 'approve' as const }
  const { preview, error, apply } = usePreview<Result>({
    key: JSON.stringify(ids),
    read: async (signal) => (await dry.send({ body: { ...body, dry_run: true } }, { signal })).reply,
    readIn: resultIn,
  })
  const submit = async () => {
    const done = await apply(({ matched, changed }) =>
      real.send({ body: { ...body, expected: { matched, changed } } }),
    )
    if (done) handle.close({ changed: done.reply.changed, changeId: done.changeId })
  }
  const changed = preview?.changed ?? 0
  return (
    <Dialog
      {...handle.dialog}
      size="md"
      title={`Approve ${formatCount(ids.length, 'form')}`}
      description="Approves all open coverage of forms that the rules recommend approving. You can undo this."
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={real.isSending}
            disabled={changed === 0}
            onClick={() => void submit()}
          >
            {changed === 0 ? 'Approve' : `Approve ${formatCount(changed, 'form')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error && <Banner tone="danger">{error.message}</Banner>}
        {!preview && !error && <p className="text-ink-3">Counting…</p>}
        {preview && <Preview result={preview} />}
      </div>
    </Dialog>
  )
}

const Preview = ({ result: { changed, emails, skipped, skipped_total: left } }: { result: Result }) => (
  <>
    <p aria-live="polite" className="font-medium">
      {changed === 0
        ? 'No form can be approved.'
        : `${formatCount(changed, 'form')} will be approved, with ${formatCount(emails, 'email')} to students.`}
    </p>
    {left > 0 && (
      <div>
        <h3 className="mb-1 text-label font-medium text-ink-2">Left out: {formatNumber(left)}</h3>
        <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-card shadow-line">
          {skipped.map(({ id, name, reason }) => (
            <li key={id} className="flex items-baseline gap-3 px-3 py-1.5">
              <Truncate className="min-w-0 flex-1">{name}</Truncate>
              <span className="text-label text-ink-2">{decisionSkips[reason]}</span>
            </li>
          ))}
        </ul>
      </div>
    )}
  </>
)
