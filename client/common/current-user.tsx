import { createContext, use, type ReactNode } from 'react'
import type { Me } from '#contract/auth/shapes.ts'

const UserContext = createContext<Me | null>(null)

/** Gives the screens under it the signed-in user. */
export const CurrentUserProvider = ({ user, children }: { user: Me; children: ReactNode }) => (
  <UserContext value={user}>{children}</UserContext>
)

/** The signed-in user. Throws a developer error outside of the signed-in layout. */
export const useUser = (): Me => {
  const user = use(UserContext)
  if (!user) throw new Error('useUser needs <CurrentUserProvider> above it: it is for signed-in screens.')
  return user
}
