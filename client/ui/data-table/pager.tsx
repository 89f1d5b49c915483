import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageMeta } from '#contract/endpoint.ts'
import { formatNumber } from '../../lib/format.ts'
import { IconButton } from '../icon-button.tsx'
import { controlClass } from '../control.ts'
import { cx } from '../cx.ts'

interface PagerProps {
  meta: PageMeta | undefined
  /** 'student' */
  noun: string
  aside?: ReactNode
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
}

const sizes = [25, 50, 100, 250, 500] as const

/** The foot of a table: how many, which of them, and the way to the others. 36 px. */
export const Pager = ({ meta, noun, aside, onPage, onPerPage }: PagerProps) => {
  const {
    current_page: page = 1,
    last_page: last = 1,
    total = 0,
    from = null,
    to = null,
    per_page: size = 50,
  } = meta ?? {}
  return (
    <footer className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1 text-label text-ink-2">
      <span className="tabular" aria-live="polite">
        {meta &&
          (from === null
            ? `No ${noun}s`
            : `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)} ${noun}${total === 1 ? '' : 's'}`)}
      </span>
      <span className="max-md:hidden">{aside}</span>
      <div className="ml-auto flex items-center gap-1">
        <label className="flex items-center gap-1.5 max-md:hidden">
          Rows
          <select
            value={size}
            className={cx(controlClass, 'h-6.5 w-auto! px-1.5 text-label! coarse:h-9')}
            onChange={(event) => onPerPage(Number(event.target.value))}
          >
            {sizes.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <span className="tabular px-2">
          Page {formatNumber(page)} of {formatNumber(last)}
        </span>
        <IconButton
          icon={ChevronsLeft}
          label="First page"
          size="sm"
          disabled={page <= 1}
          onClick={() => onPage(1)}
        />
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
        <IconButton
          icon={ChevronsRight}
          label="Last page"
          size="sm"
          disabled={page >= last}
          onClick={() => onPage(last)}
        />
      </div>
    </footer>
  )
}
