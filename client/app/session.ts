import type { Me } from '#contract/auth/shapes.ts'
import { callChallenge, callLogin, callLogout, callMe } from './auth-calls.ts'

/** Who is signed in (specification section 4). */
export interface AuthState {
  readonly user: Me | null
  readonly isLoggedIn: boolean
  /** The session ended although nobody signed out: what was typed may come back to whom it belongs. */
  readonly isLost?: true
}

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly remember?: boolean
}

/** One of the two answers to the challenge. */
export type ChallengeAnswer = { readonly code: string } | { readonly recovery_code: string }

/** The auth store (behaviour rules R14–R17). */
export interface Session {
  readonly getState: () => AuthState
  readonly subscribe: (listener: () => void) => () => void
  /** `challenge` when a second factor is asked for; then nothing is stored yet. */
  readonly login: (credentials: Credentials) => Promise<'signed-in' | 'challenge'>
  /** Answers the second factor, then asks who it is. */
  readonly answerChallenge: (answer: ChallengeAnswer) => Promise<void>
  /** Forgets first, then tells the server (`idle` leaves drafts there); a failing call does not bring the user back. */
  readonly logout: (reason?: 'idle') => Promise<void>
  /** Asks who is signed in, unless known; callers at the same time share one request. Never rejects. */
  readonly me: () => Promise<void>
  /** Asks again: something about the user has changed. Never rejects. */
  readonly refresh: () => Promise<void>
  /** Forgets without a call: another tab signed out, or the server says that it is `lost`. */
  readonly forget: (why?: 'lost') => void
}

const guest: AuthState = { user: null, isLoggedIn: false }

/** Makes a session that starts logged out. */
export const createSession = (): Session => {
  let state = guest
  let asking: Promise<void> | null = null
  const listeners = new Set<() => void>()
  const become = (next: AuthState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const welcome = (user: Me): void => become({ user, isLoggedIn: true })

  const ask = async (): Promise<void> => {
    try {
      welcome(await callMe({}, { expectsGuest: true }))
    } catch {
      become(guest)
    } finally {
      asking = null
    }
  }
  const me = (): Promise<void> => {
    if (state.isLoggedIn) return Promise.resolve()
    asking ??= ask()
    return asking
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    login: async (body) => {
      const reply: unknown = await callLogin({ body }, { expectsGuest: true })
      if (isChallenge(reply)) return 'challenge'
      // Unwrapped, the body is the user (rule R14); the endpoint's own type still holds the envelope.
      if (isUser(reply)) welcome(reply)
      else await me()
      return 'signed-in'
    },
    answerChallenge: async (body) => {
      await callChallenge({ body }, { expectsGuest: true })
      await me()
    },
    logout: async (reason) => {
      become(guest)
      await callLogout(reason ? { query: { reason } } : {}, { expectsGuest: true }).catch(() => undefined)
    },
    me,
    refresh: ask,
    forget: (why) => become(why === 'lost' ? { ...guest, isLost: true } : guest),
  }
}

const isChallenge = (reply: unknown): boolean =>
  typeof reply === 'object' && reply !== null && 'two_factor' in reply && reply.two_factor === true

const isUser = (reply: unknown): reply is Me =>
  typeof reply === 'object' && reply !== null && 'permission' in reply && 'schools' in reply
