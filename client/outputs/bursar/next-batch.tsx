import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, FilePlus2 } from 'lucide-react'
import { makeBursarBatch } from '#contract/outputs/bursar/endpoints.ts'
import type { BursarBatch, BursarPreview } from '#contract/outputs/bursar/shapes.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { bursarReads } from './bursar-reads.ts'
import { sizeText } from './bursar-text.ts'
import { TotalsTable } from './totals-table.tsx'

interface NextBatchProps {
  place: { readonly school: string; readonly period: string }
  preview: BursarPreview
  /** The batch that must be released or voided first. */
  draft: BursarBatch | undefined
  onReload: () => void
}

/** Renders what a new batch would charge, reverse and prorate now, and the button that makes it. */
export const NextBatch = ({ place, preview, draft, onReload }: NextBatchProps) => (
  <section aria-labelledby="next" className="flex flex-col gap-4">
    <div>
      <h2 id="next" className="text-section font-semibold">
        Charges since the last batch
      </h2>
      {preview.totals.lines > 0 && <p className="text-ink-2">{`${sizeText(preview.totals)}.`}</p>}
    </div>
    {preview.totals.lines === 0 ? (
      <EmptyState compact icon={CircleCheck} title="Nothing to bill">
        Charges, reversals and changed premiums appear here when student records change.
      </EmptyState>
    ) : (
      <TotalsTable totals={preview.totals} />
    )}
    <NotBilled preview={preview} />
    {draft ? (
      <Banner tone="info">
        <Link
          to="/schools/$school/period/$period/reports/bursar/$batch"
          params={{ ...place, batch: String(draft.id) }}
        >
          {`Batch ${draft.number}`}
        </Link>{' '}
        is a draft. Release or void it before you create another.
      </Banner>
    ) : (
      preview.totals.lines > 0 && <MakeBatch place={place} preview={preview} onReload={onReload} />
    )}
  </section>
)

/** Coverage that nothing is charged for, so that no one misses it in the totals. */
const NotBilled = ({
  preview: { without_premium: missing, direct_pay: direct },
}: {
  preview: BursarPreview
}) => (
  <>
    {missing > 0 && (
      <Banner tone="warning">
        {`${formatCount(missing, 'enrolled coverage type has', 'enrolled coverage types have')} no premium, so nothing is charged. Enter the premium in the student’s insurance details.`}
      </Banner>
    )}
    {direct > 0 && (
      <p className="text-ink-2">
        {`${formatCount(direct, 'premium is', 'premiums are')} paid directly to the insurance company, so ${direct === 1 ? 'it isn’t' : 'they aren’t'} billed.`}
      </p>
    )}
  </>
)

const MakeBatch = ({ place, preview, onReload }: Omit<NextBatchProps, 'draft'>) => {
  const { send, isSending, error, reset } = useSend(makeBursarBatch, { refreshes: bursarReads, quiet: true })
  const navigate = useNavigate()
  const toast = useToast()
  const { lines, total } = preview.totals
  const make = async (): Promise<void> => {
    const made = await send({ params: { id: place.period }, body: { expected: { lines, total } } }).catch(
      () => null,
    )
    if (!made) return
    toast.show({ tone: 'success', title: `Batch ${made.reply.number} created` })
    await navigate({
      to: '/schools/$school/period/$period/reports/bursar/$batch',
      params: { ...place, batch: String(made.reply.id) },
    })
  }
  const reload = (): void => {
    reset()
    onReload()
  }
  return (
    <>
      {error && (
        <Banner
          tone="danger"
          actions={
            <Button size="sm" onClick={reload}>
              Update totals
            </Button>
          }
        >
          {error.message}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" icon={FilePlus2} busy={isSending} onClick={() => void make()}>
          {`Create batch ${preview.next_number}`}
        </Button>
        <span className="text-label text-ink-2">It’s a draft until someone releases it.</span>
      </div>
    </>
  )
}
