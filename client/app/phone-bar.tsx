import { useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '#client/ui/controls/icon-button.tsx'
import { later } from '#client/ui/later.ts'
import { usePeriods, useSchoolChoices } from './place-queries.ts'
import { Sidebar, type SidebarProps } from './sidebar.tsx'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

const Sheet = later(async () => (await import('#client/ui/overlays/sheet.tsx')).Sheet)

/** On a phone the sidebar is a sheet behind this bar. It closes when a screen is chosen. */
export const PhoneBar = ({ user, place, onSearch }: SidebarProps) => {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === pathname
  const close = () => setOpenAt(null)
  const school = useSchoolChoices(user).find((choice) => choice.id === place.school)
  const period = usePeriods(place.school).data?.find((choice) => choice.id === place.period)
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 px-1.5 md:hidden">
      <IconButton
        icon={MenuIcon}
        label="Open menu"
        className="size-10!"
        onClick={() => setOpenAt(pathname)}
      />
      <Truncate as="p" className="min-w-0 flex-1 font-semibold">
        {school?.name ?? 'Shipmate'}
        {period && <span className="font-normal text-ink-2"> · {period.name}</span>}
      </Truncate>
      <IconButton icon={Search} label="Search or jump to" className="size-10!" onClick={onSearch} />
      <Suspense fallback={null}>
        <Sheet open={isOpen} onClose={close} title="Menu" hideTitle side="left" className="bg-canvas!">
          <Sidebar
            user={user}
            place={place}
            onSearch={() => {
              close()
              onSearch()
            }}
          />
        </Sheet>
      </Suspense>
    </header>
  )
}
