import { Archive, CircleCheck, CircleX, TriangleAlert, Undo2, type LucideIcon } from 'lucide-react'
import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import { decidedLabels, type RecordedOutcome } from '#contract/review/decisions/choices.ts'
import type { DecisionOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import { reasonLabels } from '#contract/review/decisions/reasons.ts'
import { formatDay, formatInstant } from '#client/platform/lib/format.ts'
import { Pill, type Tone } from '#client/platform/ui/text/badge.tsx'
import { Part } from './signed-content.tsx'

interface OutcomesListProps {
  title?: string
  outcomes: readonly DecisionOutcome[]
}

/** Renders what staff decided about a form, newest first, with what was undone; nothing if it’s still open. */
export const OutcomesList = ({ title = 'Decisions', outcomes }: OutcomesListProps) =>
  outcomes.length > 0 && (
    <Part title={title}>
      <ul className="flex flex-col gap-3">
        {outcomes.map((one) => (
          <li key={one.id}>
            <OutcomeItem outcome={one} />
          </li>
        ))}
      </ul>
    </Part>
  )

const looks: Readonly<Record<RecordedOutcome, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  approve: { icon: CircleCheck, tone: 'success' },
  utp: { icon: TriangleAlert, tone: 'warning' },
  decline: { icon: CircleX, tone: 'danger' },
  closed: { icon: Archive, tone: 'neutral' },
}

const OutcomeItem = ({ outcome: one }: { outcome: DecisionOutcome }) => {
  const reasons = reasonLabels(one)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{coverageLabels[one.coverage_type]}</span>
        <Pill quiet {...looks[one.outcome]}>
          {decidedLabels[one.outcome]}
        </Pill>
        {one.undone_at !== null && <Pill icon={Undo2}>Undone {formatInstant(one.undone_at)}</Pill>}
      </p>
      {reasons.length > 0 && <p>{reasons.join(', ')}</p>}
      {one.note !== null && <p className="whitespace-pre-line">{one.note}</p>}
      {one.respond_by !== null && <p>Respond by {formatDay(one.respond_by)}</p>}
      <p className="text-label text-ink-2">
        {one.decided_by?.name ?? 'Shipmate'}, {formatInstant(one.decided_at)}
      </p>
    </>
  )
}
