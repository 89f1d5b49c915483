import { Link, useLocation, useNavigate, type LinkProps } from '@tanstack/react-router'
import { Building2, ChevronsUpDown, Search } from 'lucide-react'
import { memo } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { useFormsToReview } from './forms-to-review.ts'
import { formatDays, formatNumber } from '#client/platform/lib/format.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { SchoolMark } from '#client/platform/ui/text/avatar.tsx'
import { commandKey, Kbd } from '#client/platform/ui/text/kbd.tsx'
import { useOpenPlace, usePeriods, type SchoolChoice } from './place-queries.ts'
import type { Place } from './place.ts'
import { entriesOf, screenAt, screensFor, type SidebarEntry } from './screens.ts'
import { onlyWide } from './only-wide.ts'
import { UserMenu } from './user-menu.tsx'

export interface SidebarProps {
  user: Me
  place: Place
  onSearch: () => void
}

const headings: Record<SidebarEntry['group'], string | null> = {
  work: null,
  setup: 'Policy year',
  all: 'Shipmate',
}
const groups = ['work', 'setup', 'all'] as const

/**
 * Renders the sidebar: school and policy year, search, screens, and user. On a tablet it’s a column of icons. It stays as it
 * is from one student or form to the next.
 */
export const Sidebar = memo(({ user, place, onSearch }: SidebarProps) => {
  const screens = screensFor(user, place)
  const entries = entriesOf(screens)
  const here = useLocation({ select: ({ pathname }) => screenAt(screens, pathname)?.key })
  const { data: periods } = usePeriods(place.school)
  const counts: Partial<Record<string, number>> = {
    students: periods?.find((period) => period.id === place.period)?.students,
    forms: useFormsToReview(place.period) || undefined,
  }
  return (
    <div className="flex h-full flex-col p-2">
      <PlacePicker user={user} place={place} />
      <SearchButton onSearch={onSearch} />
      <nav aria-label="Main" className="mt-2 flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
        {groups.map((group) => {
          const links = entries.filter((entry) => entry.group === group)
          if (links.length === 0) return null
          return (
            <div key={group}>
              {headings[group] && (
                <h2 className={cx('px-2 pb-1 text-meta font-medium text-ink-3', onlyWide)}>
                  {headings[group]}
                </h2>
              )}
              <ul className="flex flex-col gap-px">
                {links.map((entry) => (
                  <NavItem
                    key={entry.key}
                    entry={entry}
                    isHere={entry.screens.some(({ key }) => key === here)}
                    count={counts[entry.key]}
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
})

const SearchButton = ({ onSearch }: { onSearch: () => void }) => (
  <button
    type="button"
    onClick={onSearch}
    title="Search or jump to"
    className="mt-2 flex h-8 shrink-0 items-center gap-2 rounded-control bg-raised px-2 text-ink-3 md:max-lg:justify-center shadow-control transition-shadow duration-100 hover:text-ink-2 hover:shadow-control-hover coarse:h-10"
  >
    <Search size={16} aria-hidden />
    <span className={cx('flex-1 text-left', onlyWide)}>Search or jump to</span>
    <span className="md:max-lg:hidden coarse:hidden">
      <Kbd>{commandKey()}K</Kbd>
    </span>
  </button>
)

interface NavItemProps {
  entry: SidebarEntry
  count: number | undefined
  /** Whether the current path belongs to it. */
  isHere: boolean
}

const NavItem = ({ entry, count, isHere }: NavItemProps) => {
  const { icon: Icon, label, href } = entry
  // The paths are built from the place; the router checks them at run time.
  const to = href as NonNullable<LinkProps['to']>
  return (
    <li>
      <Link
        to={to}
        title={label}
        aria-current={isHere ? 'page' : undefined}
        className={cx(
          'md:max-lg:justify-center',
          'flex h-7.5 items-center gap-2 rounded-control px-2 font-medium no-underline transition-colors duration-100 coarse:h-10',
          isHere ? 'bg-pressed text-ink [&>svg]:text-ink' : 'text-ink-2 hover:bg-hover-canvas hover:text-ink',
        )}
      >
        <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
        <span className={cx('min-w-0 flex-1 truncate', onlyWide)}>{label}</span>
        {count !== undefined && (
          <span className={cx('tabular text-label font-normal text-ink-2', onlyWide)}>
            {formatNumber(count)}
          </span>
        )}
      </Link>
    </li>
  )
}

/** Renders the school and policy year pickers at the top of the sidebar. Choosing a school opens its current year. */
const PlacePicker = ({ user, place }: { user: Me; place: Place }) => {
  const { schools, periods, school, period } = useOpenPlace(user, place)
  return (
    <Menu align="start" className="w-72" trigger={<PlaceButton school={school} period={period?.name} />}>
      {periods.length > 0 && <PeriodChoices place={place} periods={periods} />}
      {schools.length > 0 && <SchoolChoices place={place} schools={schools} />}
      {isAdmin(user) && <AllSchools />}
    </Menu>
  )
}

const PeriodChoices = ({ place, periods }: { place: Place; periods: readonly Period[] }) => {
  const navigate = useNavigate()
  const choose = (id: number) =>
    void navigate({
      to: '/schools/$school/period/$period',
      params: { school: String(place.school), period: String(id) },
    })
  return (
    <>
      <MenuRadioGroup
        label="Policy year"
        value={place.period}
        onChange={choose}
        options={periods.map((choice) => ({
          value: choice.id,
          label: <Two first={choice.name} second={formatDays(choice.starts_on, choice.ends_on)} />,
        }))}
      />
      <MenuSeparator />
    </>
  )
}

const SchoolChoices = ({ place, schools }: { place: Place; schools: readonly SchoolChoice[] }) => {
  const navigate = useNavigate()
  const choose = (id: number) =>
    void navigate({ to: '/schools/$school/period', params: { school: String(id) } })
  return (
    <MenuRadioGroup
      label="School"
      value={place.school}
      onChange={choose}
      options={schools.map((choice) => ({
        value: choice.id,
        label: (
          <span className="flex items-center gap-2">
            <SchoolMark name={choice.name} logoUrl={choice.logo_url} size="sm" />
            <Truncate>{choice.name}</Truncate>
          </span>
        ),
      }))}
    />
  )
}

const AllSchools = () => {
  const navigate = useNavigate()
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={Building2} onSelect={() => void navigate({ to: '/' })}>
        All schools
      </MenuItem>
    </>
  )
}

const Two = ({ first, second }: { first: string; second: string }) => (
  <span className="flex items-baseline justify-between gap-4">
    <Truncate>{first}</Truncate>
    <span className="tabular shrink-0 text-meta text-ink-3">{second}</span>
  </span>
)

interface PlaceButtonProps {
  school: SchoolChoice | undefined
  period: string | undefined
}

const PlaceButton = ({ school, period, ...rest }: PlaceButtonProps) => (
  <button
    type="button"
    {...rest}
    className="flex shrink-0 items-center gap-2.5 rounded-control p-1.5 text-left transition-colors duration-100 hover:bg-hover-canvas data-popup-open:bg-hover-canvas coarse:min-h-11"
  >
    <SchoolMark name={school?.name ?? 'Shipmate'} logoUrl={school?.logo_url} />
    <span className={cx('min-w-0 flex-1', onlyWide)}>
      <Truncate className="block leading-4 font-semibold">{school?.name ?? 'Choose a school'}</Truncate>
      <Truncate className="block text-meta text-ink-2">
        {period ? `Policy year ${period}` : 'All policy years'}
      </Truncate>
    </span>
    <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-ink-3 md:max-lg:hidden" />
  </button>
)
