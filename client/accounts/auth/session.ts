import type { Me } from '#contract/accounts/auth/shapes.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { callChallenge, callLogin, callLogout, callMe } from './auth-calls.ts'

/** Who is signed in, as screens read it. */
export interface AuthState {
  readonly user: Me | null
  readonly isLoggedIn: boolean
  /** The session ended without a sign-out: unsaved text may be restored for the same user. */
  readonly isLost?: true
}

interface Credentials {
  readonly email: string
  readonly password: string
  readonly remember?: boolean
}

/** One of the two ways to answer the challenge. */
type ChallengeAnswer = { readonly code: string } | { readonly recovery_code: string }

/** The next step of a sign-in: none, or a code, a passkey, or either. */
export type SignInStep = 'signed-in' | 'challenge' | 'passkey' | 'passkey-or-code'

/** Keeps who is signed in, and signs in and out. Simultaneous calls share one request. */
export interface Session {
  readonly getState: () => AuthState
  readonly subscribe: (listener: () => void) => () => void
  /** Resolves to the next step. If there is one, nothing is stored yet. */
  readonly login: (credentials: Credentials) => Promise<SignInStep>
  /** Signs in another way, then loads the user. */
  readonly enter: (signIn: () => Promise<void>) => Promise<void>
  /** Answers the challenge, then loads the user. */
  readonly answerChallenge: (answer: ChallengeAnswer) => Promise<void>
  /**
   * Clears the user first, then notifies the server (`idle` keeps the drafts); a failed call doesn't restore the
   * user.
   */
  readonly logout: (reason?: 'idle') => Promise<void>
  /** Loads the signed-in user, unless known; simultaneous callers share one request. Never rejects. */
  readonly me: () => Promise<void>
  /** Reloads the user after a change to them; keeps them if the server can't be reached. Never rejects. */
  readonly refresh: () => Promise<void>
  /** Clears the user without a call: another tab signed out, or the server reports the session as `lost`. */
  readonly forget: (why?: 'lost') => void
}

const guest: AuthState = { user: null, isLoggedIn: false }

/** Creates a session that starts signed out. */
export const createSession = (): Session => {
  const { getState, setState, subscribe } = createStore()
  let asking: Promise<void> | null = null
  /** The end of the former session, which a new sign-in waits for: else the server would still be signed in. */
  let leaving: Promise<void> = Promise.resolve()
  const signIn = (user: Me): void => setState({ user, isLoggedIn: true })

  const read = async (): Promise<void> => {
    try {
      signIn(await callMe({}, { expectsGuest: true }))
    } catch (error) {
      const isKept = getState().isLoggedIn && error instanceof ApiError && error.isTemporary
      if (!isKept) setState(guest)
    }
  }
  const me = (): Promise<void> => {
    if (getState().isLoggedIn) return Promise.resolve()
    asking ??= read().finally(() => {
      asking = null
    })
    return asking
  }

  return {
    getState,
    subscribe,
    login: async (body) => {
      const reply: unknown = await leaving.then(() => callLogin({ body }, { expectsGuest: true }))
      if (isChallenge(reply)) return stepOf(reply)
      await (isUser(reply) ? signIn(reply) : me())
      return 'signed-in'
    },
    enter: async (signInOtherwise) => {
      await leaving.then(signInOtherwise)
      await me()
    },
    answerChallenge: async (body) => {
      await callChallenge({ body }, { expectsGuest: true })
      await me()
    },
    logout: (reason) => {
      setState(guest)
      leaving = endSession(reason)
      return leaving
    },
    me,
    refresh: read,
    forget: (why) => setState(why === 'lost' ? { ...guest, isLost: true } : guest),
  }
}

/** Keeps the state and tells its listeners. */
const createStore = () => {
  let state = guest
  const listeners = new Set<() => void>()
  return {
    getState: (): AuthState => state,
    setState: (next: AuthState): void => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Ends the session on the server. A failed call doesn’t restore the user. */
const endSession = (reason?: 'idle'): Promise<void> =>
  callLogout(reason ? { query: { reason } } : {}, { expectsGuest: true }).catch(() => undefined)

const isChallenge = (reply: unknown): reply is object =>
  typeof reply === 'object' && reply !== null && 'two_factor' in reply && reply.two_factor === true

/** Users without a passkey enter a code; then the reply names no methods. */
export const stepOf = (reply: object): Exclude<SignInStep, 'signed-in'> => {
  const methods: unknown = 'methods' in reply ? reply.methods : []
  if (!Array.isArray(methods) || !methods.includes('passkey')) return 'challenge'
  return methods.includes('code') ? 'passkey-or-code' : 'passkey'
}

/** The unwrapped body is the user; the endpoint’s type still has the envelope. */
const isUser = (reply: unknown): reply is Me =>
  typeof reply === 'object' && reply !== null && 'permission' in reply && 'schools' in reply
