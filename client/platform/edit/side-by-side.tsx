import { ArrowDown, ArrowUp } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { changedParts, textOfParts, type ChangedPart } from './changed-parts.ts'

/** A page of a comparison. */
interface Side {
  readonly title: ReactNode
  /** Its name for screen readers. */
  readonly label: string
  readonly page: ReactNode
}

interface SideBySideProps {
  before: Side
  after: Side
  /** Other choices of what is compared. */
  tools?: ReactNode
}

/**
 * Renders two pages next to each other, on a phone one above the other, and marks the parts that only one of them has.
 * Two buttons lead from change to change in both. The pages are compared once: other pages need another key.
 */
export const SideBySide = ({ before, after, tools }: SideBySideProps) => {
  const { compare, changes, at, go } = useChanges()
  return (
    <div className="flex h-full min-h-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {tools}
        <output className="tabular min-w-28 flex-1 font-medium sm:text-right">
          {countText(changes.length, at)}
        </output>
        <Button
          size="sm"
          icon={ArrowUp}
          disabled={changes.length === 0}
          onClick={() => go(-1)}
          aria-label="Previous change"
        >
          Previous<span className="max-sm:hidden"> change</span>
        </Button>
        <Button
          size="sm"
          icon={ArrowDown}
          disabled={changes.length === 0}
          onClick={() => go(1)}
          aria-label="Next change"
        >
          Next<span className="max-sm:hidden"> change</span>
        </Button>
      </div>
      <p aria-live="polite" className="sr-only">
        {at !== null && spoken(changes[at])}
      </p>
      <div ref={compare} className="grid min-h-0 flex-1 grid-rows-2 gap-3 sm:grid-cols-2 sm:grid-rows-1">
        <Pane {...before} />
        <Pane {...after} />
      </div>
    </div>
  )
}

/** A page has its own theme, so that the marks follow its colors and not those of the staff’s screen. */
const marks =
  "[&_[data-changed]]:rounded-[3px] [&_[data-changed]]:bg-[light-dark(#fdeec4,#4d3a12)] [&_[data-changed='']]:outline-2 [&_[data-changed]]:outline-offset-2 [&_[data-changed='']]:outline-[light-dark(#d9a441,#b98a2f)] [&_[data-changed=current]]:outline-4 [&_[data-changed=current]]:outline-[light-dark(#a15c00,#f2b84b)]"

const Pane = ({ title, label, page }: Side) => (
  <div className="flex min-h-0 min-w-0 flex-col gap-1">
    <div className="min-h-8">{title}</div>
    <section
      data-side
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must work by keyboard
      tabIndex={0}
      aria-label={label}
      className={`min-h-0 flex-1 overflow-auto overscroll-contain rounded-card shadow-line ${marks}`}
    >
      {page}
    </section>
  </div>
)

const countText = (count: number, at: number | null): string => {
  if (count === 0) return 'Students see no difference.'
  return at === null
    ? formatCount(count, 'change')
    : `Change ${formatNumber(at + 1)} of ${formatNumber(count)}`
}

const spoken = (change: ChangedPart | undefined): string => {
  if (!change) return ''
  const [was, is] = [textOfParts(change.before), textOfParts(change.after)]
  if (was === '') return `Added: ${is}`
  return is === '' ? `Removed: ${was}` : `Changed from: ${was}. To: ${is}`
}

/** Marks what differs in two rendered pages, and moves through it. */
const useChanges = () => {
  const [changes, setChanges] = useState<readonly ChangedPart[]>([])
  const [at, setAt] = useState<number | null>(null)
  const compare = useCallback((sides: HTMLElement | null) => {
    const [before, after] = sides?.querySelectorAll('[data-side]') ?? []
    if (!before || !after) return
    // what is folded differs too
    for (const folded of sides?.querySelectorAll('details') ?? []) folded.open = true
    const found = changedParts(before, after)
    mark(found, '')
    setChanges(found)
  }, [])
  const go = (step: 1 | -1): void => {
    const start = step === 1 ? -1 : changes.length
    const next = ((at ?? start) + step + changes.length) % changes.length
    setAt(next)
    mark(changes, '')
    mark(changes.slice(next, next + 1), 'current')
    for (const side of ['before', 'after'] as const)
      (changes[next]?.[side][0] ?? near(changes, next, side))?.scrollIntoView({ block: 'center' })
  }
  return { compare, changes, at, go }
}

const mark = (changes: readonly ChangedPart[], as: '' | 'current'): void => {
  for (const { before, after } of changes)
    for (const part of [...before, ...after]) part.setAttribute('data-changed', as)
}

/** Returns a changed part near a change that one side doesn’t have, so that both sides show the same place. */
const near = (changes: readonly ChangedPart[], at: number, side: 'before' | 'after'): Element | undefined =>
  changes
    .slice(0, at)
    .findLast((change) => change[side].length > 0)
    ?.[side].at(-1)
