import { Link, useLocation, type LinkProps } from '@tanstack/react-router'
import { useRef, type ReactNode } from 'react'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useOpenInSight } from '../focus/open-in-sight.ts'
import { cx } from '../styles/cx.ts'

const tabClass = (active: boolean) =>
  cx(
    'inline-flex h-7 items-center gap-1.5 rounded-control px-2 text-body font-medium whitespace-nowrap no-underline transition-colors duration-100 coarse:h-9',
    active ? 'bg-raised text-ink shadow-control' : 'text-ink-2 hover:bg-hover hover:text-ink',
  )

interface TabChoice<V extends string> {
  readonly value: V
  readonly label: ReactNode
  readonly count?: ReactNode
}

interface TabsProps<V extends string> {
  label: string
  tabs: readonly TabChoice<V>[]
  value: V
  onChange: (value: V) => void
  className?: string
}

/** Renders views of a list as toggle buttons, one pressed, each with its live count. */
export const Tabs = <V extends string>({ label, tabs, value, onChange, className }: TabsProps<V>) => (
  <fieldset
    aria-label={label}
    className={cx('flex min-w-0 gap-0.5 overflow-x-auto p-px [scrollbar-width:thin]', className)}
  >
    {tabs.map((tab) => (
      <button
        key={tab.value}
        type="button"
        aria-pressed={tab.value === value}
        onClick={() => onChange(tab.value)}
        className={tabClass(tab.value === value)}
      >
        {tab.label}
        {tab.count !== undefined && <span className="tabular font-normal text-ink-3">{tab.count}</span>}
      </button>
    ))}
  </fieldset>
)

interface TabLink extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  readonly label: ReactNode
  readonly count?: number | undefined
  /** Matches only the exact path, because another link's path starts with this one. */
  readonly exact?: boolean
}

/** Renders screens of one record as tabs with their own URLs; if not all fit, the open one is scrolled into view. */
export const TabLinks = ({ label, links }: { label: string; links: readonly TabLink[] }) => {
  const nav = useRef<HTMLElement>(null)
  useOpenInSight(nav, useLocation({ select: ({ pathname }) => pathname }))
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="relative flex gap-0.5 overflow-x-auto p-px [scrollbar-width:thin]"
    >
      {links.map(({ label: words, count = 0, exact = false, ...link }) => (
        <Link
          key={`${String(link.to)} ${JSON.stringify(link.params ?? {})}`}
          {...link}
          activeOptions={{ exact }}
          className={tabClass(false)}
          activeProps={{ className: tabClass(true), 'aria-current': 'page' }}
          inactiveProps={{ className: tabClass(false) }}
        >
          {words}
          {count > 0 && <span className="tabular font-normal text-ink-3"> {formatNumber(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
