import {
  coverageLabels,
  statusCatalogue,
  coverageStatuses,
  type Coverage,
  type Tone,
} from '#contract/coverage/choices.ts'
import { coveredStatuses } from '#contract/coverage/status-groups.ts'
import { formatNumber, formatPercent } from '#client/lib/format.ts'
import { Tooltip } from '#client/ui/tooltip.tsx'
import type { Counts } from './status-counts.tsx'

const grounds: Record<Tone, string> = {
  success: 'bg-success-glyph',
  info: 'bg-info-glyph',
  warning: 'bg-warning-glyph',
  destructive: 'bg-danger-glyph',
  neutral: 'bg-line-control',
}
const order: readonly Tone[] = ['success', 'info', 'warning', 'destructive', 'neutral']
const words: Record<Tone, string> = {
  success: 'enrolled',
  info: 'waived',
  warning: 'waiting',
  destructive: 'need attention',
  neutral: 'other',
}

/** How much of the period is covered, as a bar and in a figure. */
export const CoverageBar = ({ coverage, counts }: { coverage: Coverage; counts: Counts }) => {
  if (counts.total === 0) return null
  const parts = order.map((tone) => ({
    tone,
    quantity: counts.of(coverageStatuses.filter((status) => statusCatalogue[status].tone === tone)),
  }))
  const covered = formatPercent(counts.of(coveredStatuses) / counts.total)
  const said = parts.map(({ tone, quantity }) => `${formatNumber(quantity)} ${words[tone]}`).join(', ')
  return (
    <Tooltip text={`${coverageLabels[coverage]}: ${said}`} side="bottom">
      <span className="ml-3 flex items-center gap-2 max-xl:hidden">
        <span aria-hidden className="flex h-1.5 w-40 gap-px overflow-hidden rounded-full">
          {parts
            .filter(({ quantity }) => quantity > 0)
            .map(({ tone, quantity }) => (
              <span key={tone} className={grounds[tone]} style={{ flexGrow: quantity }} />
            ))}
        </span>
        <span className="tabular text-label whitespace-nowrap text-ink-2">{covered} covered</span>
      </span>
    </Tooltip>
  )
}
