import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { keepClear } from '../overlays/keep-clear.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { controlClass } from '../controls/control.ts'
import { cx } from '../styles/cx.ts'

interface PagerProps {
  meta: PageMeta | undefined
  /** 'student' */
  noun: string
  /** The plural, if it isn't the noun with an s. */
  plural?: string
  aside?: ReactNode
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
}

const sizes = [25, 50, 100, 250, 500] as const

const rangeWords = ({ from, to, total }: PageMeta, noun: string, plural = `${noun}s`): string =>
  from === null
    ? `No ${plural}`
    : `${formatNumber(from)}–${formatNumber(to)} of ${formatCount(total, noun, plural)}`

/** Renders the table's footer: the number of rows, the current range and the page buttons. 36 px. */
export const Pager = ({ meta, noun, plural, aside, onPage, onPerPage }: PagerProps) => (
  <footer
    ref={keepClear}
    className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1 text-label text-ink-2"
  >
    <span className="tabular" aria-live="polite">
      {meta && rangeWords(meta, noun, plural)}
    </span>
    <span className="max-md:hidden">{aside}</span>
    <div className="ml-auto flex items-center gap-1">
      <label className="flex items-center gap-1.5 max-md:hidden">
        Rows
        <select
          value={meta?.per_page ?? 50}
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
      <PageButtons page={meta?.current_page ?? 1} last={meta?.last_page ?? 1} onPage={onPage} />
    </div>
  </footer>
)

interface PageButtonsProps {
  page: number
  last: number
  onPage: (page: number) => void
}

const PageButtons = ({ page, last, onPage }: PageButtonsProps) => {
  const steps = [
    { icon: ChevronsLeft, label: 'First page', to: 1, isOff: page <= 1 },
    { icon: ChevronLeft, label: 'Previous page', to: page - 1, isOff: page <= 1 },
    { icon: ChevronRight, label: 'Next page', to: page + 1, isOff: page >= last },
    { icon: ChevronsRight, label: 'Last page', to: last, isOff: page >= last },
  ]
  return (
    <>
      <span className="tabular px-2">
        Page {formatNumber(page)} of {formatNumber(last)}
      </span>
      {steps.map(({ icon, label, to, isOff }) => (
        <IconButton
          key={label}
          icon={icon}
          label={label}
          size="sm"
          disabled={isOff}
          onClick={() => onPage(to)}
        />
      ))}
    </>
  )
}
