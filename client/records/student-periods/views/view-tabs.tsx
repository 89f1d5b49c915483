import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useCallback, useState } from 'react'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Menu } from '#client/platform/ui/overlays/menu.tsx'
import { viewSearch, type ListView, type ListViews } from '../state/list-views.ts'
import type { ListState } from '../state/use-list-state.ts'
import { ViewCountText, ViewItems } from './view-items.tsx'
import { ViewMenu } from './view-menu.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface ViewTabsProps {
  views: ListViews
  state: ListState
  schoolId: number
}

/**
 * Renders the views as tabs, as many as fit; the others are under More, which shows the name of the open one if it's
 * there.
 */
export const ViewTabs = ({ views, state, schoolId }: ViewTabsProps) => {
  const { watch, fitting } = useFitting(views.all.length)
  const rest = views.all.slice(fitting)
  const openAmongRest = views.state === 'open' ? rest.find(({ key }) => key === views.open.key) : undefined
  const menu = <ViewMenu view={views.open} state={state} schoolId={schoolId} />
  return (
    <nav aria-label="Views" className="flex min-w-0 flex-1 items-center gap-0.5">
      {/* tabs that wrap to a second line are hidden, and measured as not fitting */}
      <ul ref={watch} className="flex h-9 min-w-0 flex-wrap gap-x-0.5 overflow-hidden p-px">
        {views.all.map((view, index) => {
          const isOpen = views.state === 'open' && view.key === views.open.key
          return (
            <li
              key={view.key}
              className={cx('flex h-9 max-w-60 items-center', index >= fitting && 'invisible')}
            >
              <ViewTab view={view} views={views} isOpen={isOpen} />
              {isOpen && menu}
            </li>
          )
        })}
      </ul>
      {rest.length > 0 && (
        <>
          <MoreViews rest={rest} views={views} state={state} open={openAmongRest} />
          {openAmongRest && menu}
        </>
      )}
    </nav>
  )
}

const tabClass = (isOpen: boolean) =>
  cx(
    'inline-flex h-7 min-w-0 items-center gap-1.5 rounded-control px-2 font-medium whitespace-nowrap no-underline transition-colors duration-100 coarse:h-9',
    isOpen ? 'bg-raised text-ink shadow-control' : 'text-ink-2 hover:bg-hover hover:text-ink',
  )

interface ViewTabProps {
  view: ListView
  views: ListViews
  isOpen: boolean
}

const ViewTab = ({ view, views, isOpen }: ViewTabProps) => (
  <Link
    from="/schools/$school/period/$period"
    to="."
    search={({ size }) => ({ ...(size === undefined ? {} : { size }), ...viewSearch(view.key) })}
    title={view.about ?? undefined}
    aria-current={isOpen ? 'page' : undefined}
    activeProps={{}}
    className={tabClass(isOpen)}
  >
    <Truncate>{view.name}</Truncate>
    <ViewCountText view={view} counts={views.counts} />
  </Link>
)

interface MoreViewsProps {
  rest: readonly ListView[]
  views: ListViews
  state: ListState
  open: ListView | undefined
}

const MoreViews = ({ rest, views, state, open }: MoreViewsProps) => (
  <Menu
    align="start"
    className="max-w-80"
    trigger={
      <button type="button" className={cx(tabClass(open !== undefined), 'max-w-48 shrink-0')}>
        <Truncate>{open?.name ?? 'More'}</Truncate>
        {open && <ViewCountText view={open} counts={views.counts} />}
        <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
      </button>
    }
  >
    <ViewItems list={rest} views={views} onOpen={state.onView} />
  </Menu>
)

/** Returns how many items of a wrapping row are on its first line; measured again when the row or its items change. */
const useFitting = (count: number) => {
  const [fitting, setFitting] = useState(count)
  const watch = useCallback((row: HTMLElement | null) => {
    if (!row) return undefined
    const measure = () => {
      const items = [...row.children].filter((item) => item instanceof HTMLElement)
      const top = items[0]?.offsetTop ?? 0
      const wrapped = items.findIndex((item) => item.offsetTop > top)
      setFitting(wrapped < 0 ? items.length : Math.max(1, wrapped))
    }
    const sizes = new ResizeObserver(measure)
    const items = new MutationObserver(measure)
    sizes.observe(row)
    items.observe(row, { childList: true, subtree: true, characterData: true })
    measure()
    return () => {
      sizes.disconnect()
      items.disconnect()
    }
  }, [])
  return { watch, fitting }
}
