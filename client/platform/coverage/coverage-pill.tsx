import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CirclePause,
  CircleSlash,
  CircleStop,
  CircleX,
  Clock,
  Hourglass,
  Minus,
  RefreshCw,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react'
import { statusCatalogue, type CoverageStatus, type Tone } from '#contract/platform/coverage/choices.ts'
import { Pill, type Tone as PillTone } from '#client/platform/ui/text/badge.tsx'
import { Tooltip } from '#client/platform/ui/overlays/tooltip.tsx'
import { formatDay } from '#client/platform/lib/format.ts'

const pillTones: Record<Tone, PillTone> = {
  neutral: 'neutral',
  success: 'success',
  info: 'info',
  warning: 'warning',
  destructive: 'danger',
}

const toneIcons: Record<Tone, LucideIcon> = {
  neutral: CircleMinus,
  success: CircleCheck,
  info: ShieldCheck,
  warning: Clock,
  destructive: CircleAlert,
}

/** Statuses that have their own icon besides their tone's. */
const ownIcons: Partial<Record<CoverageStatus, LucideIcon>> = {
  not_started: CircleDashed,
  exempt: CircleSlash,
  loa: CirclePause,
  enrolled_eoc: CircleStop,
  not_applicable: Minus,
  waived_needs_reverified: RefreshCw,
  waived_aged_out: Hourglass,
  waiver_declined: CircleX,
}

interface CoveragePillProps {
  status: CoverageStatus
  /** The short label, for tables. */
  short?: boolean
  /** The coverage end date, for `enrolled_eoc`. */
  endsOn?: string | null
}

const labelOf = (status: CoverageStatus, short: boolean, endsOn: string | null | undefined): string => {
  const { label, short: shortLabel } = statusCatalogue[status]
  const words = short ? shortLabel : label
  if (status !== 'enrolled_eoc' || !endsOn) return words
  // a column of the list has room for the label and the day; the tooltip says what day it is
  return short ? `${words} ${formatDay(endsOn)}` : `${words}, ends ${formatDay(endsOn)}`
}

/** Renders a coverage status as icon and text; only what needs action is tinted. The tooltip explains it. */
export const CoveragePill = ({ status, short = false, endsOn }: CoveragePillProps) => {
  const { tone, label, meaning } = statusCatalogue[status]
  const isLoud = tone === 'warning' || tone === 'destructive'
  const ends = status === 'enrolled_eoc' && endsOn ? ` Coverage ends ${formatDay(endsOn)}.` : ''
  return (
    <Tooltip text={`${label}: ${meaning}${ends}`} side="bottom">
      <Pill tone={pillTones[tone]} icon={ownIcons[status] ?? toneIcons[tone]} quiet={!isLoud}>
        {labelOf(status, short, endsOn)}
      </Pill>
    </Tooltip>
  )
}
