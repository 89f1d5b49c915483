import type { ViewCounts } from '#contract/views/shapes.ts'
import { formatNumber } from '#client/lib/format.ts'
import { countOf, type ListView } from './list-views.ts'

/** How many a view holds; nothing while that is counted, or where it cannot be. */
export const ViewCountText = ({ view, counts }: { view: ListView; counts: ViewCounts | undefined }) => {
  const quantity = countOf(view, counts)?.quantity
  return (
    <span className="tabular min-w-[1ch] shrink-0 font-normal text-ink-3">
      {quantity == null ? '' : formatNumber(quantity)}
    </span>
  )
}
