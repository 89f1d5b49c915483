import type { ApiError } from '#client/platform/lib/api-error.ts'
import { callFinishSignOn, callStartSignOn } from './auth-calls.ts'
import { stepOf, type SignInStep } from './session.ts'

/** What the sign-in page says after a sign-in at the school, or after signing out. */
export interface SignOnNotice {
  /** Why it failed. */
  readonly problem?: string
  /** What completes it. */
  readonly step?: Exclude<SignInStep, 'signed-in'>
  /** Where to sign out at the school too. */
  readonly signOut?: SignOut
}

interface SignOut {
  readonly school: string
  readonly url: string
}

let notice: SignOnNotice = {}

/** Saves a notice for the sign-in page; null removes it. */
export const noteSignOn = (next: SignOnNotice | null): void => {
  notice = next ?? {}
}
export const currentNotice = (): SignOnNotice => notice

const options = { expectsGuest: true } as const
const redirectKey = 'shipmate.sign-on.redirect'
const signOutKey = 'shipmate.sign-on.sign-out'

/** Opens the school’s page. `redirect` is the page of ours to open afterwards. @throws ApiError */
export const openSchoolPage = async (school: string, redirect: string | undefined): Promise<void> => {
  const { url } = await callStartSignOn({ body: { school } }, options)
  window.sessionStorage.setItem(redirectKey, redirect ?? '/')
  window.location.assign(url)
}

/** Completes the sign-in that a school’s page sent back. Resolves to the next step. @throws ApiError */
export const finishAtSchool = async (school_id: number, query: string): Promise<SignInStep> => {
  const reply = await callFinishSignOn({ body: { school_id, query } }, options)
  if (reply.sign_out_url !== null) {
    const signOut: SignOut = { school: reply.school, url: reply.sign_out_url }
    window.sessionStorage.setItem(signOutKey, JSON.stringify(signOut))
  }
  return reply.two_factor ? stepOf(reply) : 'signed-in'
}

/** Returns the page to open after a sign-in at the school. */
export const redirectAfterSchool = (): string | undefined =>
  window.sessionStorage.getItem(redirectKey) ?? undefined

/** Remembers for the sign-in page where to sign out at the school too, before signing out clears the storage. */
export const noteSignOut = (): void => {
  const saved = window.sessionStorage.getItem(signOutKey)
  window.sessionStorage.removeItem(signOutKey)
  const signOut: unknown = saved === null ? null : JSON.parse(saved)
  noteSignOn(isSignOut(signOut) ? { signOut } : null)
}

const isSignOut = (value: unknown): value is SignOut =>
  typeof value === 'object' &&
  value !== null &&
  'school' in value &&
  typeof value.school === 'string' &&
  'url' in value &&
  typeof value.url === 'string' &&
  /^https?:/.test(value.url)

/** Returns the search of the sign-in page that keeps the page to open afterwards. */
export const searchFor = (redirect: string | undefined) => (redirect === undefined ? {} : { redirect })

/** Returns what a refused sign-in says. */
export const sentenceOf = (error: ApiError): string => Object.values(error.fieldErrors)[0] ?? error.message
