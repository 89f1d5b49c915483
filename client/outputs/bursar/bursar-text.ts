import { CircleCheck, CircleDashed, CircleX, Send, type LucideIcon } from 'lucide-react'
import type { BursarAction, BursarBatchState } from '#contract/outputs/bursar/choices.ts'
import type { BursarBatch } from '#contract/outputs/bursar/shapes.ts'
import { formatCount, formatInstant, formatMoney } from '#client/platform/lib/format.ts'
import type { Tone } from '#client/platform/ui/text/badge.tsx'

/** How the states of a batch look. */
export const stateLooks: Record<BursarBatchState, { tone: Tone; icon: LucideIcon; quiet: boolean }> = {
  draft: { tone: 'warning', icon: CircleDashed, quiet: false },
  released: { tone: 'info', icon: Send, quiet: false },
  confirmed: { tone: 'success', icon: CircleCheck, quiet: true },
  voided: { tone: 'neutral', icon: CircleX, quiet: true },
}

/** The actions as headings of columns and filters. */
export const actionsText: Record<BursarAction, string> = {
  charge: 'Charges',
  reverse: 'Reversals',
  prorate: 'Adjustments',
}

/** Returns '416 lines for 312 students, $94,120.50 total'. */
export const sizeText = ({
  lines,
  students,
  total,
}: Pick<BursarBatch, 'lines' | 'students' | 'total'>): string =>
  `${formatCount(lines, 'line')} for ${formatCount(students, 'student')}, ${formatMoney(total)} total`

const stepText = (verb: string, step: BursarBatch['released']): string[] =>
  step ? [`${verb} ${formatInstant(step.at)}${step.by ? ` by ${step.by.name}` : ''}`] : []

/** Returns who made, released, confirmed or voided a batch, and when, one text each. */
export const stepsText = ({ made, released, confirmed, voided }: BursarBatch): string[] => [
  ...stepText('Created', made),
  ...stepText('Released', released),
  ...stepText('Confirmed', confirmed),
  ...stepText('Voided', voided),
]
