import * as z from 'zod/mini'

const hostName = String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])`

const siteHost = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(
      new RegExp(`^${hostName}$`),
      'Enter a host name without https:// and without a path, for example insurance.example.edu.',
    ),
  )

const webOrigin = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(300),
    z.regex(
      new RegExp(String.raw`^https://${hostName}(?::[1-9]\d{0,4})?$`),
      'Enter https:// and a host name, without a path, for example https://www.example.edu.',
    ),
  )

/** Where a school’s student site is shown. */
export const siteSettings = z.strictObject({
  /** The host name at whose root the site is; null for its usual address. */
  host: z.nullable(siteHost),
  /** The web origins whose pages can frame the site. */
  embedded_on: z.array(webOrigin).check(
    z.maxLength(10),
    z.refine((all) => new Set(all).size === all.length, 'Each address can be in the list once.'),
  ),
})
export type SiteSettings = z.output<typeof siteSettings>

export const savedSiteSettings = z.object({ ...siteSettings.shape, version: z.int() })
export type SavedSiteSettings = z.output<typeof savedSiteSettings>

export const siteSettingsChange = z.strictObject({ ...siteSettings.shape, version: z.optional(z.int()) })

export const siteSettingsLabels = {
  host: 'Host name',
  embedded_on: 'Websites that can embed the site',
} as const satisfies Record<keyof SiteSettings, string>
