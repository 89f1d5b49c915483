import { Clock } from 'lucide-react'
import { formatNumber } from '#client/lib/format.ts'
import { Pill } from '#client/ui/text/badge.tsx'

/** How much waits: tinted where something does, quiet where nothing does. */
export const WaitingPill = ({ quantity, noun = '' }: { quantity: number; noun?: string }) =>
  quantity === 0 ? (
    <span className="text-ink-3">{noun === '' ? 'None' : `Nothing ${noun}`}</span>
  ) : (
    <Pill tone="warning" icon={Clock} className="tabular">
      {`${formatNumber(quantity)}${noun === '' ? '' : ` ${noun}`}`}
    </Pill>
  )
