import { Link, useLocation, type LinkProps } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { Me } from '#contract/auth/shapes.ts'
import { Kbd, commandKey } from '#client/ui/text/kbd.tsx'
import { formatNumber } from '#client/lib/format.ts'
import { cx } from '#client/ui/cx.ts'
import type { Place } from './place.ts'
import { usePeriods } from './place-queries.ts'
import { PlacePicker } from './place-picker.tsx'
import { screenAt, screensFor, type ScreenLink } from './screens.ts'
import { UserMenu } from './user-menu.tsx'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

export interface SidebarProps {
  user: Me
  place: Place
  onSearch: () => void
}

const headings: Record<ScreenLink['group'], string | null> = {
  work: null,
  setup: 'Policy year',
  school: 'School',
  all: 'Shipmate',
}
const groups = ['work', 'setup', 'school', 'all'] as const

/** The sidebar: where (school and policy year), search, the screens, and who. */
export const Sidebar = ({ user, place, onSearch }: SidebarProps) => {
  const screens = screensFor(user, place)
  const here = screenAt(screens, useLocation({ select: ({ pathname }) => pathname }))
  const { data: periods } = usePeriods(place.school)
  const students = periods?.find((period) => period.id === place.period)?.students
  return (
    <div className="flex h-full flex-col p-2">
      <PlacePicker user={user} place={place} />
      <SearchButton onSearch={onSearch} />
      <nav aria-label="Main" className="mt-2 flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
        {groups.map((group) => {
          const links = screens.filter((screen) => screen.group === group)
          if (links.length === 0) return null
          return (
            <div key={group}>
              {headings[group] && (
                <h2 className="px-2 pb-1 text-meta font-medium text-ink-3">{headings[group]}</h2>
              )}
              <ul className="flex flex-col gap-px">
                {links.map((screen) => (
                  <NavItem
                    key={screen.key}
                    screen={screen}
                    isHere={screen === here}
                    count={screen.key === 'students' ? students : undefined}
                  />
                ))}
              </ul>
            </div>
          )
        })}
      </nav>
      <UserMenu user={user} />
    </div>
  )
}

const SearchButton = ({ onSearch }: { onSearch: () => void }) => (
  <button
    type="button"
    onClick={onSearch}
    className="mt-2 flex h-8 shrink-0 items-center gap-2 rounded-control bg-raised px-2 text-ink-3 shadow-control transition-shadow duration-100 hover:text-ink-2 hover:shadow-control-hover coarse:h-10"
  >
    <Search size={16} aria-hidden />
    <span className="flex-1 text-left">Search or jump to</span>
    <span className="coarse:hidden">
      <Kbd>{commandKey()}K</Kbd>
    </span>
  </button>
)

interface NavItemProps {
  screen: ScreenLink
  count: number | undefined
  /** The present address belongs to it. */
  isHere: boolean
}

const NavItem = ({ screen, count, isHere }: NavItemProps) => {
  const { icon: Icon, label, href } = screen
  // Addresses are made of the place; the router checks them at run time.
  const to = href as NonNullable<LinkProps['to']>
  return (
    <li>
      <Link
        to={to}
        aria-current={isHere ? 'page' : undefined}
        className={cx(
          'flex h-7.5 items-center gap-2 rounded-control px-2 font-medium no-underline transition-colors duration-100 coarse:h-10',
          isHere ? 'bg-pressed text-ink [&>svg]:text-ink' : 'text-ink-2 hover:bg-hover-canvas hover:text-ink',
        )}
      >
        <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
        <Truncate className="min-w-0 flex-1">{label}</Truncate>
        {count !== undefined && (
          <span className="tabular text-label font-normal text-ink-2">{formatNumber(count)}</span>
        )}
      </Link>
    </li>
  )
}
