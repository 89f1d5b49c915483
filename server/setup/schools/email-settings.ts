import {
  defaultEmailSettings,
  emailSettings,
  type EmailSettings,
  type SavedEmailSettings,
} from '#contract/setup/schools/email-settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { getSchool, type SchoolRow } from './queries.ts'

/** Returns how a school’s emails are sent, or the defaults. */
export const emailSettingsOf = (row: Pick<SchoolRow, 'email_settings'>): EmailSettings =>
  row.email_settings === null ? defaultEmailSettings : emailSettings.parse(row.email_settings)

export const presentEmailSettings = (
  row: Pick<SchoolRow, 'email_settings' | 'email_settings_version'>,
): SavedEmailSettings => ({ ...emailSettingsOf(row), version: row.email_settings_version })

/** Returns how a school’s emails are sent, or the defaults. @throws Problem 404 */
export const getEmailSettings = async (
  context: ScopeContext & Pick<Context, 'clock'>,
  schoolId: number,
): Promise<EmailSettings> => emailSettingsOf(await getSchool(context, schoolId))
