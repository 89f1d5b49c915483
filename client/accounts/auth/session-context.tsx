import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { AuthState, Session } from './session.ts'

const SessionContext = createContext<Session | null>(null)

export const SessionProvider = ({ session, children }: { session: Session; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
)

/** Returns the session. Throws a developer error without `SessionProvider`. */
export const useSession = (): Session => {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession must be used inside <SessionProvider>.')
  return session
}

/** Returns the signed-in user, and updates on every change. */
export const useAuthState = (): AuthState => {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.getState)
}
