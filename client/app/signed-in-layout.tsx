import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import type { Me } from '#contract/auth/shapes.ts'
import { CurrentUserProvider } from '#client/common/current-user.tsx'
import { createDraftStore } from '#client/common/draft-store.ts'
import { createQueryClient } from '#client/lib/query.ts'
import { DialogHostProvider, HostedDialogs } from '#client/ui/overlays/dialog-host.tsx'
import { focusContent } from '#client/ui/focus-content.ts'
import { DraftsProvider } from '#client/ui/form/draft-store.tsx'
import { later } from '#client/ui/later.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { enforce } from './enforce.ts'
import { signedInOnly } from './guards.ts'
import { IdleGuard } from './idle-guard.tsx'
import { PasswordGate } from './password-gate.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { rememberPlace, usePlace } from './place.ts'
import { useAuthState, useSession } from './session-context.tsx'
import { Sidebar } from './sidebar.tsx'

const Attendants = later(async () => (await import('./attendants.tsx')).Attendants)

const SignedInLayout = () => {
  const { user } = useAuthState()
  // Signed out, and on the way to the login.
  if (!user) return null
  return (
    <Answers key={user.id}>
      <CurrentUserProvider user={user}>
        <Drafts user={user}>
          <DialogHostProvider>
            <Shell user={user} />
            <HostedDialogs />
          </DialogHostProvider>
        </Drafts>
      </CurrentUserProvider>
    </Answers>
  )
}

/** What the server said belongs to the one who asked: the cache is made at login and gone with the logout. */
const Answers = ({ children }: { children: ReactNode }) => {
  const toast = useToast()
  const [client] = useState(() =>
    createQueryClient((error) =>
      toast.show({ tone: 'danger', title: 'That did not work', description: error.message }),
    ),
  )
  useEffect(() => () => client.clear(), [client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Drafts are their person's, and go on until that person signs out. */
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
  const place = usePlace(user)
  useEffect(() => rememberPlace(place), [place])
  const search = () => setSearching(true)
  useCommandKey(search)
  useFocusOnArrival()
  return (
    <div className="flex h-dvh flex-col bg-canvas md:flex-row">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-raised px-3 py-2 shadow-pop focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <PhoneBar user={user} place={place} onSearch={search} />
      <aside className="isolate hidden w-[228px] shrink-0 md:block">
        <Sidebar user={user} place={place} onSearch={search} />
      </aside>
      <main
        id="content"
        tabIndex={-1}
        className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto bg-sheet shadow-sheet outline-none md:my-2 md:mr-2 md:rounded-card"
      >
        <Outlet />
      </main>
      <IdleGuard minutes={user.idle_minutes} />
      <PasswordGate />
      <Suspense fallback={null}>
        <Attendants open={isSearching} onClose={() => setSearching(false)} user={user} place={place} />
      </Suspense>
    </div>
  )
}

/** The keyboard goes on in the next screen, and not before the sidebar, where what it was at went with the screen before. */
const useFocusOnArrival = () => {
  const router = useRouter()
  useEffect(
    () => router.subscribe('onRendered', ({ fromLocation }) => fromLocation && focusContent()),
    [router],
  )
}

/** ⌘K or Ctrl-K, wherever the focus is. */
const useCommandKey = (onPress: () => void) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.metaKey || event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

/** Around every screen that needs a user: the sidebar and one sheet. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context, location }) => {
    const { user } = context.session.getState()
    enforce(signedInOnly(user, location.pathname + location.searchStr))
    if (!user) throw new Error('A guest passed the guard.')
    return { user }
  },
  component: SignedInLayout,
})
