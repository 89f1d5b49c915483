import type { EligibilitySettingsChange } from '#contract/review/verifications/settings.ts'
import { isSecureTarget } from '#server/platform/lib/outbound.ts'

/** What the settings of a school depend on besides what’s entered. */
interface SettingsSurroundings {
  readonly isDemoSchool: boolean
  /** The error if there won’t be a password or key. */
  readonly secretIssue: string | null
  /** OUTBOUND_PRIVATE_HOSTS. */
  readonly privateHosts: readonly string[]
}

/** Returns what keeps settings from being saved, by field. A clearinghouse needs all that it’s asked with. */
export const settingsIssues = (
  change: EligibilitySettingsChange,
  surroundings: SettingsSurroundings,
): Record<string, string> => {
  const { provider, address } = change
  const issues: Record<string, string> = {}
  if (provider === 'simulator' && !surroundings.isDemoSchool)
    issues['provider'] = 'Only demo schools can use the simulator.'
  if (address !== null && !isUsable(address, surroundings))
    issues['address'] = 'Enter an address that starts with https://.'
  return provider === 'x12' || provider === 'json'
    ? { ...issues, ...missingForClearinghouse(change, surroundings) }
    : issues
}

const isUsable = (address: string, { privateHosts }: SettingsSurroundings): boolean =>
  URL.canParse(address) && isSecureTarget(new URL(address), privateHosts)

const missingForClearinghouse = (
  { address, organization, npi }: EligibilitySettingsChange,
  { secretIssue }: SettingsSurroundings,
): Record<string, string> => ({
  ...(address === null ? { address: 'Enter the clearinghouse’s address.' } : {}),
  ...(organization === null ? { organization: 'Enter the organization that the NPI belongs to.' } : {}),
  ...(npi === null ? { npi: 'Enter the organization’s NPI.' } : {}),
  ...(secretIssue === null ? {} : { secret: secretIssue }),
})
