import type * as z from 'zod/mini'
import { texts } from '#contract/platform/problem.ts'
import { siteSettings, type siteSettingsChange } from '#contract/setup/schools/site-settings.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { isStaffHost } from '#server/platform/lib/staff-hosts.ts'
import { problem } from '#server/platform/problem.ts'
import { presentSiteSettings } from '../present.ts'
import type { SchoolRow } from '../queries/single.ts'
import { replacePart, type SchoolPart } from './replace-part.ts'

const contentOf = (school: SchoolRow): object => {
  const { version: _version, ...settings } = presentSiteSettings(school)
  return settings
}

const siteSettingsPart: SchoolPart = {
  kind: 'site_settings',
  isUndoable: true,
  versionOf: ({ site_settings_version }) => site_settings_version,
  contentOf,
  present: presentSiteSettings,
  columns: (content, version) => {
    const { host, embedded_on } = siteSettings.parse(content)
    return { site_host: host, site_embedded_on: embedded_on, site_settings_version: version }
  },
}

/**
 * Replaces a school’s site settings. A host that staff use, as they do in this call, would show them the site.
 * @throws Problem 404; 409 with the current settings; 422 for a host of staff or another school
 */
export const replaceSiteSettings = async (
  context: Context,
  id: number,
  change: z.output<typeof siteSettingsChange>,
  calledHost: string,
): Promise<void> => {
  const { host } = change
  if (host !== null && (host === calledHost.toLowerCase() || isStaffHost(context.services.settings, host)))
    throw problem.invalid({ host: 'Staff use this host name. Enter another one for students.' })
  if (host !== null && !(await isFreeHost(context, host, id))) throw problem.invalid({ host: texts.taken })
  await replacePart(context, id, siteSettingsPart, change)
}

/** Returns whether no other school has a host. */
export const isFreeHost = async (context: Context, host: string, exceptId: number): Promise<boolean> => {
  const other = await scope
    .schools(context)
    .select('schools.id')
    .where('schools.site_host', '=', host)
    .where('schools.id', '<>', exceptId)
    .executeTakeFirst()
  return other === undefined
}
