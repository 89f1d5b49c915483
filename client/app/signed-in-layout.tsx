import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, Outlet, redirect, useLocation, useRouter } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { memo, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { CurrentUserProvider } from '#client/platform/common/current-user.tsx'
import { createDraftStore } from '#client/accounts/drafts/draft-store.ts'
import { createQueryClient } from '#client/platform/lib/query.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { useOpenInSight } from '#client/platform/ui/focus/open-in-sight.ts'
import { HeldKeys } from '#client/platform/ui/focus/held-keys.ts'
import { keyNameOf, useListedKeys } from '#client/platform/ui/focus/screen-keys.ts'
import { DraftsProvider } from '#client/platform/ui/form/draft-store.tsx'
import { later } from '#client/platform/ui/states/later.tsx'
import { DialogHostProvider, HostedDialogs } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { LaterSheet } from '#client/platform/ui/overlays/later-sheet.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { enforce } from '#client/accounts/auth/enforce.ts'
import { signedInOnly, usualPath } from '#client/accounts/auth/guards.ts'
import { IdleGuard } from './idle-guard.tsx'
import { PasswordGate } from './password-gate.tsx'
import { useOpenPlace } from './place-queries.ts'
import { rememberPlace, storePlace, usePlace } from './place.ts'
import { useAuthState, useSession } from '#client/accounts/auth/session-context.tsx'
import { entriesOf, screenAt, screensFor } from './screens.ts'
import { Sidebar, type SidebarProps } from './sidebar.tsx'
import { useAppKeys } from './use-app-keys.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { isStartArriving, onStartArrived } from '#client/platform/lib/ahead.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { currentDay, takeForToday } from '#client/platform/lib/today.ts'
import { reachStage, useIsDue } from '#client/platform/ui/states/first-screen.ts'

const loadBackgroundTasks = async () => (await import('./background-tasks.tsx')).BackgroundTasks
const BackgroundTasks = later(loadBackgroundTasks)

const EmergencyFrame = later(async () => (await import('./emergency-frame.tsx')).EmergencyFrame)

const DemoDateFrame = later(async () => (await import('./demo-date-frame.tsx')).DemoDateFrame)

const SignedInLayout = () => {
  const { user } = useAuthState()
  takeForToday(user?.demo_date ?? null)
  // Signed out, and the sign-in page is opening.
  if (!user) return null
  return (
    <Answers key={user.id}>
      <CurrentUserProvider user={user}>
        <Drafts user={user}>
          <DialogHostProvider>
            <Framed user={user}>
              <Shell user={user} />
            </Framed>
            <HostedDialogs />
          </DialogHostProvider>
        </Drafts>
      </CurrentUserProvider>
    </Answers>
  )
}

/** Renders the screens below a bar in emergency access, and in a demo that takes another day for today. */
const Framed = ({ user, children }: { user: Me; children: ReactNode }) => {
  if (user.emergency_ends_at !== null)
    return <EmergencyFrame endsAt={user.emergency_ends_at}>{children}</EmergencyFrame>
  return user.demo_date == null ? (
    children
  ) : (
    <DemoDateFrame user={user} day={user.demo_date}>
      {children}
    </DemoDateFrame>
  )
}

/** Provides the query cache per user: created at sign-in and discarded at sign-out. */
const Answers = ({ children }: { children: ReactNode }) => {
  const toast = useToast()
  const [client] = useState(() =>
    createQueryClient((error) =>
      toast.show({ tone: 'danger', title: 'Something went wrong', description: error.message }),
    ),
  )
  useEffect(() => () => client.clear(), [client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Provides the user's drafts until they sign out. */
const Drafts = ({ user, children }: { user: Me; children: ReactNode }) => {
  const session = useSession()
  const [store] = useState(() =>
    createDraftStore(user.id, () => {
      const { isLoggedIn, isLost } = session.getState()
      if (isLoggedIn) return 'signed-in'
      return isLost ? 'lost' : 'signed-out'
    }),
  )
  return <DraftsProvider store={store}>{children}</DraftsProvider>
}

const Shell = ({ user }: { user: Me }) => {
  const [isSearching, setSearching] = useState(false)
  const isBackgroundDue = useIsDue(isSearching)
  const { school, period } = usePlace(user)
  const place = useMemo(() => ({ school, period }), [school, period])
  useEffect(() => {
    rememberPlace(place)
    storePlace(user.id, place)
  }, [place, user.id])
  const search = useCallback(() => setSearching(true), [])
  useCommandKey(search)
  useAppKeys()
  useFocusReturn()
  useFirstScreen()
  return (
    <div className="relative flex h-dvh flex-col overflow-clip bg-canvas md:flex-row">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-raised px-3 py-2 shadow-pop focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <PhoneBar user={user} place={place} onSearch={search} />
      <aside className="isolate hidden w-13 shrink-0 md:block lg:w-[228px]">
        <Sidebar user={user} place={place} onSearch={search} />
      </aside>
      <main
        id="content"
        tabIndex={-1}
        className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto max-lg:scroll-pb-32 bg-sheet shadow-sheet outline-none md:my-2 md:mr-2 md:rounded-card"
      >
        <PaperHead user={user} place={place} />
        <RoomTabs user={user} place={place} />
        <Outlet />
      </main>
      {isSearching && <HeldKeys />}
      <IdleGuard minutes={user.idle_minutes} />
      <PasswordGate />
      {isBackgroundDue && (
        <BackgroundTasks open={isSearching} onClose={() => setSearching(false)} user={user} place={place} />
      )}
    </div>
  )
}

/** Renders what the sidebar says on screens: on paper, which school and policy year it is, and of which day. */
const PaperHead = ({ user, place }: Omit<SidebarProps, 'onSearch'>) => {
  const { school, period } = useOpenPlace(user, place)
  return (
    <p className="hidden px-4 pt-2 text-label text-ink-2 print:block">
      {[school?.name, period && `Policy year ${period.name}`, formatDay(currentDay())]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

/** Renders the screens of the open room as tabs; nothing if its screen is the only one. */
const RoomTabs = ({ user, place }: Omit<SidebarProps, 'onSearch'>) => {
  const screens = screensFor(user, place)
  const here = screenAt(screens, useLocation({ select: ({ pathname }) => pathname }))
  const room = entriesOf(screens).find((entry) => here !== undefined && entry.screens.includes(here))
  const nav = useRef<HTMLElement>(null)
  useOpenInSight(nav, here?.href ?? '')
  if (!here || !room || room.screens.length < 2) return null
  return (
    <nav
      ref={nav}
      aria-label={room.label}
      className="relative flex shrink-0 gap-0.5 overflow-x-auto rounded-t-card border-b border-line bg-sheet px-3 pt-1.5 [scrollbar-width:thin]"
    >
      {room.screens.map((screen) => (
        <Link
          key={screen.key}
          // the paths are built from the place; the router checks them at run time
          to={screen.href as '/'}
          aria-current={screen === here ? 'page' : undefined}
          className={cx(
            '-mb-px border-b-2 px-2 pb-1.5 text-label font-medium whitespace-nowrap no-underline focus-visible:-outline-offset-2 coarse:py-2.5',
            screen === here ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {screen.label}
        </Link>
      ))}
    </nav>
  )
}

const searchKey = { keys: ['Mod+k'], label: 'Search or jump to' }

/** Opens the palette on ⌘K or Ctrl-K, wherever the focus is. */
const useCommandKey = (onPress: () => void) => {
  useListedKeys('Everywhere', [searchKey])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey)) return
      // the palette loads from the first of the two keys on: a name may be typed right after them
      loadBackgroundTasks().catch(() => undefined)
      if (!searchKey.keys.includes(keyNameOf(event)) || event.altKey) return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

/** Milliseconds without a new call after which the screen has all its data: one call can lead to the next. */
const calm = 200

/** Milliseconds without a call after which the page is idle: more than the second that the first load is measured to. */
const idle = 1500

/** Milliseconds after which the rest of the page loads, whatever the first screen still waits for. */
const longest = 10_000

/** Ends the first screen when all its calls have their responses, and tells when the page is idle. */
const useFirstScreen = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    const timers: number[] = []
    const clear = () => {
      for (const timer of timers.splice(0)) window.clearTimeout(timer)
    }
    // what was asked for ahead isn't in the cache before its screen renders
    const hasAll = () => client.isFetching() === 0 && !isStartArriving()
    const wait = () => {
      clear()
      // after the frame that shows the last response
      for (const [stage, after] of [
        ['shown', calm],
        ['idle', idle],
      ] as const)
        timers.push(
          window.setTimeout(() => requestAnimationFrame(() => hasAll() && reachStage(stage)), after),
        )
    }
    const subscriptions = [client.getQueryCache().subscribe(wait), onStartArrived(wait)]
    wait()
    const end = window.setTimeout(() => reachStage('idle'), longest)
    return () => {
      window.clearTimeout(end)
      for (const unsubscribe of subscriptions) unsubscribe()
      clear()
    }
  }, [client])
}

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context, location }) => {
    const { user } = context.session.getState()
    enforce(signedInOnly(user, location.pathname + location.searchStr))
    if (!user) throw new Error('A signed-out user reached a signed-in route.')
    const usual = usualPath(location.pathname)
    // the same route as now, with its IDs written otherwise
    if (usual !== null) throw redirect({ to: usual as '/', search: true, hash: true, replace: true })
    return { user }
  },
  component: SignedInLayout,
})

/** Renders the bar that opens the sidebar as a sheet on a phone. The sheet closes when a screen is chosen. */
const PhoneBar = memo(({ user, place, onSearch }: SidebarProps) => {
  const router = useRouter()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = useLocation({ select: ({ pathname }) => pathname === openAt })
  const close = () => setOpenAt(null)
  const { school, period } = useOpenPlace(user, place)
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 px-1.5 md:hidden">
      <IconButton
        icon={MenuIcon}
        label="Open menu"
        className="size-10!"
        onClick={() => setOpenAt(router.state.location.pathname)}
      />
      <Truncate as="p" className="min-w-0 flex-1 font-semibold">
        {school?.name ?? 'Shipmate'}
        {period && <span className="font-normal text-ink-2"> · {period.name}</span>}
      </Truncate>
      <IconButton icon={Search} label="Search or jump to" className="size-10!" onClick={onSearch} />
      <LaterSheet open={isOpen} onClose={close} title="Menu" hideTitle side="left" className="bg-canvas!">
        <Sidebar
          user={user}
          place={place}
          onSearch={() => {
            close()
            onSearch()
          }}
        />
      </LaterSheet>
    </header>
  )
})
