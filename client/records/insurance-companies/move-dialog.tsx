import type { ReactNode, RefObject } from 'react'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Dialog, type DialogProps } from '#client/platform/ui/overlays/dialog.tsx'
import type { Move, MoveResult } from './use-move.ts'
import type { CompanyMove } from '#contract/records/insurance-companies/shapes.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { gainedText, linesText, moveText } from './company-text.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface MoveDialogProps {
  dialog: Pick<DialogProps, 'open' | 'onClose' | 'onClosed'>
  title: string
  description: string
  /** The button's text: 'Merge into Aetna'. */
  verb: string
  move: Move
  isChosen: boolean
  /** Called when it's done. */
  onMoved: (moved: MoveResult) => void
  /** The first focus: the company to choose. */
  target: RefObject<HTMLInputElement | null>
  children: ReactNode
}

/** Renders a merge or match with its preview, shared by both dialogs. */
export const MoveDialog = (props: MoveDialogProps) => {
  const { dialog, title, description, verb, move, isChosen, onMoved, target, children } = props
  const { preview, error, isApplying, apply } = move
  const submit = async () => {
    const moved = await apply()
    if (moved) onMoved(moved)
  }
  return (
    <Dialog
      {...dialog}
      size="md"
      title={title}
      description={description}
      initialFocus={target}
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            wraps
            busy={isApplying}
            disabled={preview === null}
            onClick={() => void submit()}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {error && <Banner tone="danger">{error.message}</Banner>}
        {isChosen && !preview && !error && <p className="text-ink-3">Counting…</p>}
        {preview && <MovePreview move={preview} />}
      </div>
    </Dialog>
  )
}

/** Renders what a merge would change, in total and by policy year. */
const MovePreview = ({ move }: { move: CompanyMove }) => (
  <div className="flex flex-col gap-3">
    <p aria-live="polite" className="font-medium">
      {moveText(move)}
    </p>
    {move.periods.length > 0 && (
      <ul
        aria-label="Affected policy years"
        className="max-h-56 divide-y divide-line overflow-y-auto rounded-card shadow-line"
      >
        {move.periods.map((period) => (
          <li key={period.period_id} className="flex items-baseline gap-3 px-3 py-1.5">
            <span className="min-w-0 flex-1">
              <Truncate className="block">
                {period.school_name} <span className="text-ink-2">{period.period_name}</span>
              </Truncate>
              <span className="block text-label text-ink-3">{linesText(period.lines)}</span>
            </span>
            <span className="tabular font-medium">{formatNumber(period.student_periods)}</span>
          </li>
        ))}
      </ul>
    )}
    {move.gained.length > 0 && (
      <div className="text-label text-ink-2">
        <p>{move.into.name} will also get:</p>
        <ul className="list-disc pl-5">
          {gainedText(move).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
    )}
  </div>
)
