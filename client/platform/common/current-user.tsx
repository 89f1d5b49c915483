import { createContext, use, type ReactNode } from 'react'
import type { Me } from '#contract/accounts/auth/shapes.ts'

const UserContext = createContext<Me | null>(null)

/** Provides the signed-in user to the screens inside it. */
export const CurrentUserProvider = ({ user, children }: { user: Me; children: ReactNode }) => (
  <UserContext value={user}>{children}</UserContext>
)

/** Returns the signed-in user. Throws a developer error outside the signed-in layout. */
export const useUser = (): Me => {
  const user = use(UserContext)
  if (!user) throw new Error('useUser must be used inside <CurrentUserProvider>.')
  return user
}
