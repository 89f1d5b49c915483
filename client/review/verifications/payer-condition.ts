import { CircleCheck, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { PayerHealth } from '#contract/review/verifications/payer-health.ts'
import type { Tone } from '#client/platform/ui/text/badge.tsx'

type Day = PayerHealth['by_day'][number]

/** How well a payer answered: all inquiries, most of them, or too few to rely on. */
export type Condition = 'answers' | 'some_fail' | 'fails'

/** Shares of failed inquiries from which a day counts as troubled and as down. */
const [troubledFrom, downFrom] = [0.05, 0.5]

/** Returns how a payer answered, by the share of inquiries that failed. */
export const conditionOf = ({ failed, inquiries }: Pick<Day, 'failed' | 'inquiries'>): Condition => {
  const share = inquiries === 0 ? 0 : failed / inquiries
  if (share >= downFrom) return 'fails'
  return share >= troubledFrom ? 'some_fail' : 'answers'
}

export const conditionLooks: Readonly<
  Record<Condition, { readonly label: string; readonly tone: Tone; readonly icon: LucideIcon }>
> = {
  answers: { label: 'Responds', tone: 'success', icon: CircleCheck },
  some_fail: { label: 'Some checks fail', tone: 'warning', icon: TriangleAlert },
  fails: { label: 'Most checks fail', tone: 'danger', icon: CircleX },
}

/** Returns how a payer answers now: on the last day that it was asked. */
export const conditionNow = ({ by_day: days }: Pick<PayerHealth, 'by_day'>): Condition => {
  const last = days.at(-1)
  return last ? conditionOf(last) : 'answers'
}
