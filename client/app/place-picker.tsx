import { useNavigate } from '@tanstack/react-router'
import { Building2, ChevronsUpDown } from 'lucide-react'
import { isAdmin } from '#contract/access.ts'
import type { Me } from '#contract/auth/shapes.ts'
import type { Period } from '#contract/periods/shapes.ts'
import { SchoolMark } from '#client/ui/text/avatar.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '#client/ui/overlays/menu.tsx'
import { formatDays } from '#client/lib/format.ts'
import type { Place } from './place.ts'
import { usePeriods, useSchoolChoices, type SchoolChoice } from './place-queries.ts'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

/** School and policy year, on top of the sidebar. Choosing a school leads to its current year. */
export const PlacePicker = ({ user, place }: { user: Me; place: Place }) => {
  const schools = useSchoolChoices(user)
  const { data: periods = [] } = usePeriods(place.school)
  const school = schools.find((choice) => choice.id === place.school)
  const period = periods.find((choice) => choice.id === place.period)
  return (
    <Menu align="start" className="w-72" trigger={<Trigger school={school?.name} period={period?.name} />}>
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
            <SchoolMark name={choice.name} size="sm" />
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

interface TriggerProps {
  school: string | undefined
  period: string | undefined
}

const Trigger = ({ school, period, ...rest }: TriggerProps) => (
  <button
    type="button"
    {...rest}
    className="flex shrink-0 items-center gap-2.5 rounded-control p-1.5 text-left transition-colors duration-100 hover:bg-hover-canvas data-popup-open:bg-hover-canvas coarse:min-h-11"
  >
    <SchoolMark name={school ?? 'Shipmate'} />
    <span className="min-w-0 flex-1">
      <Truncate className="block leading-4 font-semibold">{school ?? 'Choose a school'}</Truncate>
      <Truncate className="block text-meta text-ink-2">
        {period ? `Policy year ${period}` : 'All policy years'}
      </Truncate>
    </span>
    <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-ink-3" />
  </button>
)
