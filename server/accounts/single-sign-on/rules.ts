/** The module’s rules on plain values: what settings must hold, and whom a provider may sign in. */

import type { SignInSettingsChange } from '#contract/accounts/single-sign-on/settings.ts'

/** Seconds for which someone can be at the provider before they come back. */
export const attemptSeconds = 600

interface Around {
  /** The error if there won’t be a client secret. */
  readonly secretIssue: string | null
  /** Whether secrets can be sent to the issuer: over https, or to a host that’s excepted. */
  readonly isSecureIssuer: boolean
}

/** Returns the errors of a school’s settings by field. What’s off can be incomplete. */
export const settingsIssues = (
  change: SignInSettingsChange,
  { secretIssue, isSecureIssuer }: Around,
): Record<string, string> => {
  const issues = new Map<string, string>()
  if (change.issuer !== null && !isSecureIssuer)
    issues.set('issuer', 'Enter an address that starts with https://.')
  if (change.sign_on_is_on) {
    if (change.issuer === null) issues.set('issuer', 'Enter the provider’s address.')
    if (change.client_id === null) issues.set('client_id', 'Enter the client ID.')
    if (secretIssue !== null) issues.set('secret', secretIssue)
  }
  return Object.fromEntries(issues)
}

/** What an ID token says about someone. */
export interface Claims {
  readonly subject: string
  /** The email address, if the provider verified it. */
  readonly email: string | null
  /** Whether they signed in at the provider with two factors (`amr`, RFC 8176). */
  readonly hasTwoFactors: boolean
}

/** Reads the claims of a checked ID token. */
export const readClaims = (token: Readonly<Record<string, unknown>>): Claims => {
  const { sub, email, email_verified, amr } = token
  return {
    subject: typeof sub === 'string' ? sub : '',
    email: typeof email === 'string' && email_verified === true ? email : null,
    hasTwoFactors: Array.isArray(amr) && amr.includes('mfa'),
  }
}

/** Returns why no user was found, for the access log. */
export const absenceOf = ({ email }: Claims): string =>
  email === null ? 'no verified email address' : 'no account'

/** What decides whether a provider may sign someone in. */
interface SignOnCase {
  readonly schoolId: number
  readonly claims: Claims
  readonly account: {
    readonly permission: string
    readonly school_ids: readonly number[]
    readonly is_usable: boolean
  }
  /** The subject that the user is tied to already; null for the first sign-in. */
  readonly tiedSubject: string | null
  /** How many of the user’s schools don’t trust this provider. */
  readonly otherSchools: number
}

/**
 * Returns why a provider may not sign someone in, for the access log; null if it may. A provider signs in only school
 * admins of its school, and none who also has access to a school that doesn’t trust it: otherwise one school’s provider
 * could open another school’s records.
 */
export const refusalOf = ({
  schoolId,
  claims,
  account,
  tiedSubject,
  otherSchools,
}: SignOnCase): string | null => {
  if (tiedSubject !== null && tiedSubject !== claims.subject) return 'another account is tied'
  if (account.permission !== 'school_admin') return 'a Shipmate Admin'
  if (!account.is_usable) return 'disabled'
  if (!account.school_ids.includes(schoolId)) return 'another school'
  return otherSchools === 0 ? null : 'also has access to a school with another sign-in'
}
