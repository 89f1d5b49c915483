import { CircleCheck, CircleDashed, Lock, type LucideIcon } from 'lucide-react'
import { periodStateLabels, type PeriodState } from '#contract/setup/periods/shapes.ts'
import { Pill, type Tone } from '#client/platform/ui/text/badge.tsx'

const looks: Record<PeriodState, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: 'neutral', icon: CircleDashed },
  open: { tone: 'success', icon: CircleCheck },
  closed: { tone: 'neutral', icon: Lock },
}

/** Renders whether a policy year is in setup, open or closed. */
export const PeriodStatePill = ({ state }: { state: PeriodState }) => (
  <Pill {...looks[state]} quiet>
    {periodStateLabels[state]}
  </Pill>
)
