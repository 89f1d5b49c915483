import * as z from 'zod/mini'
import { money } from '#contract/platform/fields.ts'
import {
  eligibilityProviderLabels,
  type EligibilityProvider,
} from '#contract/review/verifications/choices.ts'
import {
  eligibilitySettings,
  eligibilitySettingsChange,
  eligibilitySettingsLabels as labels,
  type EligibilitySettings,
  type EligibilitySettingsChange,
} from '#contract/review/verifications/settings.ts'
import { formatMoney, formatNumber } from '#client/platform/lib/format.ts'
import type { MergeField, MergeFields } from '#client/platform/lib/merge.ts'
import type { SchoolPart } from './use-school-edit.ts'

/** The form's values: '' for empty text, dollars for amounts. */
export interface EligibilityValues {
  provider: EligibilityProvider | null
  address: string
  user_name: string
  /** Empty to keep the saved one. */
  secret: string
  organization: string
  npi: string
  sender_id: string
  receiver_id: string
  inquiry_cost: string
  cost_limit: string
  inquiries_per_minute: number | null
  simulator_latency_ms: number | null
  simulator_is_out: boolean
}

/** What is saved, without the version. */
type Facts = Omit<EligibilitySettingsChange, 'version'>

/** The endpoint’s body with amounts in dollars. */
const form = z.strictObject({
  ...z.omit(eligibilitySettingsChange, { inquiry_cost_cents: true, cost_limit_cents: true }).shape,
  inquiry_cost: money.check(z.refine((amount) => Number(amount) <= 10, 'Enter $10.00 or less.')),
  version: z.optional(z.int()),
  cost_limit: z.nullable(
    money.check(z.refine((amount) => Number(amount) <= 1_000_000, 'Enter $1,000,000.00 or less.')),
  ),
})

const dollars = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2))
const cents = (amount: string): number => Math.round(Number(amount) * 100)

const none = (text: string | null): string => text ?? 'None'
const field = (name: keyof Facts, words: (facts: Facts) => string): MergeField<Facts> => ({
  label: labels[name],
  words,
})

const fields: MergeFields<Facts> = {
  provider: field('provider', ({ provider }) =>
    provider === null ? 'No one' : eligibilityProviderLabels[provider],
  ),
  address: field('address', ({ address }) => none(address)),
  user_name: field('user_name', ({ user_name: name }) => none(name)),
  secret: field('secret', ({ secret }) => (secret ? 'A new one' : 'The saved one')),
  organization: field('organization', ({ organization }) => none(organization)),
  npi: field('npi', ({ npi }) => none(npi)),
  sender_id: field('sender_id', ({ sender_id: id }) => none(id)),
  receiver_id: field('receiver_id', ({ receiver_id: id }) => none(id)),
  inquiry_cost_cents: field('inquiry_cost_cents', ({ inquiry_cost_cents: cost }) =>
    formatMoney(dollars(cost)),
  ),
  cost_limit_cents: field('cost_limit_cents', ({ cost_limit_cents: limit }) =>
    limit === null ? 'None' : formatMoney(dollars(limit)),
  ),
  inquiries_per_minute: field('inquiries_per_minute', ({ inquiries_per_minute: count }) =>
    formatNumber(count),
  ),
  simulator_latency_ms: field('simulator_latency_ms', ({ simulator_latency_ms: time }) => formatNumber(time)),
  simulator_is_out: field('simulator_is_out', ({ simulator_is_out: isOut }) => (isOut ? 'Yes' : 'No')),
}

/** Returns what an empty secret means: the saved one stays. */
const factsIn = (value: unknown): Facts => {
  const { version: _version, secret, inquiry_cost, cost_limit, ...facts } = z.parse(form, value)
  return {
    ...facts,
    ...(secret ? { secret } : {}),
    inquiry_cost_cents: cents(inquiry_cost),
    cost_limit_cents: cost_limit === null ? null : cents(cost_limit),
  }
}

const valuesOf = (saved: EligibilitySettings): EligibilityValues => ({
  provider: saved.provider,
  address: saved.address ?? '',
  user_name: saved.user_name ?? '',
  secret: '',
  organization: saved.organization ?? '',
  npi: saved.npi ?? '',
  sender_id: saved.sender_id ?? '',
  receiver_id: saved.receiver_id ?? '',
  inquiry_cost: dollars(saved.inquiry_cost_cents),
  cost_limit: dollars(saved.cost_limit_cents),
  inquiries_per_minute: saved.inquiries_per_minute,
  simulator_latency_ms: saved.simulator_latency_ms,
  simulator_is_out: saved.simulator_is_out,
})

/** The editable part with who carries a school's eligibility checks. */
export const part: SchoolPart<EligibilityValues, Facts, EligibilitySettings> = {
  key: 'school-eligibility',
  except: ['secret'],
  reply: eligibilitySettings,
  what: 'the eligibility checks of this school',
  savedTitle: 'Eligibility checks saved',
  schema: form,
  fields,
  valuesOf,
  factsOf: ({
    has_secret: _hasSecret,
    spent_cents: _spent,
    can_simulate: _canSimulate,
    version: _version,
    ...facts
  }) => facts,
  factsIn,
  versionOf: ({ version }) => version,
}
