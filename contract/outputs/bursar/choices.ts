import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { feeLabels } from '#contract/setup/period-documents/insurance-configuration.ts'

/** How far a batch is. Its lines don’t change in any state. */
export const bursarBatchStates = ['draft', 'released', 'confirmed', 'voided'] as const
export type BursarBatchState = (typeof bursarBatchStates)[number]
export const bursarBatchStateLabels: Record<BursarBatchState, string> = {
  draft: 'Draft',
  released: 'Released',
  confirmed: 'Confirmed',
  voided: 'Voided',
}

/** What a line does to a student account: a first charge, the removal of a charge, a change of its amount. */
export const bursarActions = ['charge', 'reverse', 'prorate'] as const
export type BursarAction = (typeof bursarActions)[number]
export const bursarActionLabels: Record<BursarAction, string> = {
  charge: 'Charge',
  reverse: 'Reverse',
  prorate: 'Adjust',
}

/** What a student account is charged for: the premium of a coverage type, or a fee of the record. */
export const bursarItems = [
  'premium',
  'admin_fee',
  'on_call_fee',
  'ltd_premium',
  'life_premium',
  'add_premium',
  'late_waiver_fee',
] as const
type BursarItem = (typeof bursarItems)[number]
export const bursarItemLabels: Record<BursarItem, string> = {
  premium: 'Premium',
  ...feeLabels,
  late_waiver_fee: 'Late waiver fee',
}

const premiumLabels: Record<Coverage, string> = {
  medical: 'Medical premium',
  dental: 'Dental premium',
  vision: 'Vision premium',
}

/** Returns 'Medical premium' or 'Admin fee'. Only a premium has a coverage type. */
export const bursarItemText = (item: BursarItem, coverage: Coverage | null): string =>
  coverage === null ? bursarItemLabels[item] : premiumLabels[coverage]

/** The columns of a bursar file, in order, by the names in its first row. */
export const bursarColumns = [
  'batch',
  'line',
  'sid',
  'last_name',
  'first_name',
  'coverage_type',
  'item',
  'action',
  'amount',
  'effective_on',
  'reason',
] as const
export type BursarColumn = (typeof bursarColumns)[number]
