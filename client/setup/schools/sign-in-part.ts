import * as z from 'zod/mini'
import {
  signInSettings,
  signInSettingsChange,
  signInSettingsLabels as labels,
  type SignInSettings,
  type SignInSettingsChange,
} from '#contract/accounts/single-sign-on/settings.ts'
import type { MergeField, MergeFields } from '#client/platform/lib/merge.ts'
import type { SchoolPart } from './use-school-edit.ts'

/** The form's values: '' for empty text. */
export interface SignInValues {
  requires_two_factor: boolean
  sign_on_is_on: boolean
  issuer: string
  client_id: string
  /** Empty to keep the saved one. */
  secret: string
}

/** What is saved, without the version. */
type Facts = Omit<SignInSettingsChange, 'version'>

const form = z.strictObject({ ...signInSettingsChange.shape, version: z.optional(z.int()) })

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')
const field = (name: keyof Facts, words: (facts: Facts) => string): MergeField<Facts> => ({
  label: labels[name],
  words,
})

const fields: MergeFields<Facts> = {
  requires_two_factor: field('requires_two_factor', (facts) => yesNo(facts.requires_two_factor)),
  sign_on_is_on: field('sign_on_is_on', (facts) => yesNo(facts.sign_on_is_on)),
  issuer: field('issuer', ({ issuer }) => issuer ?? 'None'),
  client_id: field('client_id', ({ client_id: id }) => id ?? 'None'),
  secret: field('secret', ({ secret }) => (secret ? 'A new one' : 'The saved one')),
}

/** Returns what an empty secret means: the saved one stays. */
const factsIn = (value: unknown): Facts => {
  const { version: _version, secret, ...facts } = z.parse(form, value)
  return { ...facts, ...(secret ? { secret } : {}) }
}

/** The editable part with how a school's staff sign in. */
export const part: SchoolPart<SignInValues, Facts, SignInSettings> = {
  key: 'school-sign-in',
  except: ['secret'],
  reply: signInSettings,
  what: 'the sign-in of this school',
  savedTitle: 'Sign-in saved',
  schema: form,
  fields,
  valuesOf: ({ requires_two_factor, sign_on_is_on, issuer, client_id }) => ({
    requires_two_factor,
    sign_on_is_on,
    issuer: issuer ?? '',
    client_id: client_id ?? '',
    secret: '',
  }),
  factsOf: ({ requires_two_factor, sign_on_is_on, issuer, client_id }) => ({
    requires_two_factor,
    sign_on_is_on,
    issuer,
    client_id,
  }),
  factsIn,
  versionOf: ({ version }) => version,
}
