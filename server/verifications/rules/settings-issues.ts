import type { EligibilitySettingsChange } from '#contract/verifications/settings.ts'
import { isSecureTarget } from '../../lib/outbound.ts'

/** What the settings of a school depend on besides what’s entered. */
export interface SettingsSurroundings {
  readonly isDemoSchool: boolean
  /** Whether a password or key is saved. */
  readonly hasSecret: boolean
  /** OUTBOUND_PRIVATE_HOSTS. */
  readonly privateHosts: readonly string[]
}

/** Returns what keeps settings from being saved, by field. A clearinghouse needs all that it’s asked with. */
export const settingsIssues = (
  change: EligibilitySettingsChange,
  { isDemoSchool, hasSecret, privateHosts }: SettingsSurroundings,
): Record<string, string> => {
  const { provider, address, organization, npi, secret } = change
  const issues: Record<string, string> = {}
  if (provider === 'simulator' && !isDemoSchool)
    issues['provider'] = 'Only demo schools can use the simulator.'
  if (address !== null && !(URL.canParse(address) && isSecureTarget(new URL(address), privateHosts)))
    issues['address'] = 'Enter an address that starts with https://.'
  if (provider !== 'x12' && provider !== 'json') return issues
  if (address === null) issues['address'] = 'Enter the clearinghouse’s address.'
  if (organization === null) issues['organization'] = 'Enter the organization that the NPI belongs to.'
  if (npi === null) issues['npi'] = 'Enter the organization’s NPI.'
  if (secret === undefined ? !hasSecret : secret === null)
    issues['secret'] = 'Enter the password or key from the clearinghouse.'
  return issues
}
