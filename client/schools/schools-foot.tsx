import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { PageMeta } from '#contract/endpoint.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { IconButton } from '#client/ui/icon-button.tsx'

/** How many schools there are, and the way to the other pages where there are any. */
export const SchoolsFoot = ({ meta, onPage }: { meta: PageMeta; onPage: (page: number) => void }) => {
  const { current_page: page, last_page: last, total, from, to } = meta
  return (
    <footer className="tabular mt-auto flex min-h-9 shrink-0 items-center justify-between gap-4 border-t border-line px-4 text-label text-ink-2">
      <span>
        {last > 1
          ? `${formatNumber(from)}–${formatNumber(to)} of ${formatCount(total, 'school')}`
          : formatCount(total, 'school')}
      </span>
      {last > 1 && (
        <span className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            size="sm"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            icon={ChevronRight}
            label="Next page"
            size="sm"
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          />
        </span>
      )}
    </footer>
  )
}
