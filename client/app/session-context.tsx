import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { AuthState, Session } from './session.ts'

const SessionContext = createContext<Session | null>(null)

export const SessionProvider = ({ session, children }: { session: Session; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
)

/** The auth store. Throws a developer error without `SessionProvider`. */
export const useSession = (): Session => {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs <SessionProvider> above it.')
  return session
}

/** Who is signed in, and told of every change. */
export const useAuthState = (): AuthState => {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.getState)
}
