import { Clock } from 'lucide-react'
import { formatNumber } from '#client/lib/format.ts'
import { Pill } from '#client/ui/text/badge.tsx'

/** Renders a number of students, tinted if it isn't zero. */
export const NeedsReviewPill = ({ quantity, noun = '' }: { quantity: number; noun?: string }) =>
  quantity === 0 ? (
    <span className="text-ink-3">{noun === '' ? 'None' : `No ${noun}`}</span>
  ) : (
    <Pill tone="warning" icon={Clock} className="tabular">
      {`${formatNumber(quantity)}${noun === '' ? '' : ` ${noun}`}`}
    </Pill>
  )
