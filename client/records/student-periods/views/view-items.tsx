import { Check, Users } from 'lucide-react'
import type { ViewCounts } from '#contract/records/views/shapes.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { MenuGroup, MenuItem } from '#client/platform/ui/overlays/menu.tsx'
import { type ListView, countOf, type ListViews } from '../state/list-views.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface ViewItemsProps {
  list: readonly ListView[]
  views: ListViews
  onOpen: (key: string) => void
}

/** Renders views in a menu: the built-in ones, then the saved ones. */
export const ViewItems = ({ list, views, onOpen }: ViewItemsProps) => {
  const saved = list.filter((view) => view.saved !== null)
  const item = (view: ListView) => (
    <MenuItem
      key={view.key}
      shortcut={<ViewMarks view={view} views={views} />}
      onSelect={() => onOpen(view.key)}
    >
      <Truncate className="block">{view.name}</Truncate>
    </MenuItem>
  )
  return (
    <>
      {list.filter((view) => view.saved === null).map(item)}
      {saved.length > 0 && <MenuGroup label="Saved views">{saved.map(item)}</MenuGroup>}
    </>
  )
}

const ViewMarks = ({ view, views }: { view: ListView; views: ListViews }) => (
  <>
    {view.saved?.shared && (
      <>
        <Users size={14} aria-hidden className="text-ink-3" />
        <span className="sr-only">shared</span>
      </>
    )}
    <ViewCountText view={view} counts={views.counts} />
    {views.state === 'open' && view.key === views.open.key && (
      <>
        <Check size={16} aria-hidden className="text-accent-text" />
        <span className="sr-only">current</span>
      </>
    )}
  </>
)

/** Renders the number of students in a view; nothing while it's counted, or if it can't be. */
export const ViewCountText = ({ view, counts }: { view: ListView; counts: ViewCounts | undefined }) => {
  const quantity = countOf(view, counts)?.quantity
  return (
    <span className="tabular min-w-[1ch] shrink-0 font-normal text-ink-3">
      {quantity == null ? '' : formatNumber(quantity)}
    </span>
  )
}
