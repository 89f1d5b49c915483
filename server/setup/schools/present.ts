import { schoolColors, defaultColors, type SchoolColors } from '#contract/setup/schools/colors.ts'
import { mediaTypes, type SchoolFile, type SchoolFileKind } from '#contract/setup/schools/file-shapes.ts'
import { school as shape, type School } from '#contract/setup/schools/shapes.ts'
import type { SavedSiteSettings } from '#contract/setup/schools/site-settings.ts'
import { pick } from '#server/platform/lib/pick.ts'
import type { SchoolFileRow, SchoolRow } from './queries/single.ts'

const parts = {
  contacts: shape.shape.contacts,
  deadlines_contact: shape.shape.deadlines_contact,
}

/** Returns the colors of a school, or the defaults. */
export const colorsOf = (row: Pick<SchoolRow, 'colors'>): SchoolColors =>
  row.colors === null ? defaultColors : schoolColors.parse(row.colors)

export const presentSchool = (row: SchoolRow): School => ({
  ...pick(row, [
    'id',
    'name',
    'slug',
    'time_zone',
    'logo_url',
    'latest_period_id',
    'address_1',
    'address_2',
    'city',
    'state',
    'zip',
    'phone',
    'website',
    'colors_version',
    'version',
  ]),
  contacts: parts.contacts.parse(row.contacts),
  deadlines_contact: parts.deadlines_contact.parse(row.deadlines_contact),
  colors: colorsOf(row),
})

/** Returns at which host name the school’s student site is, and which sites can frame it. */
export const presentSiteSettings = (
  row: Pick<SchoolRow, 'site_host' | 'site_embedded_on' | 'site_settings_version'>,
): SavedSiteSettings => ({
  host: row.site_host,
  embedded_on: row.site_embedded_on,
  version: row.site_settings_version,
})

/** Returns the path at which anyone can read a school’s file. */
export const mediaUrl = (publicName: string): string => `/media/${publicName}`

export const presentFile = (row: SchoolFileRow): SchoolFile => ({
  ...pick(row, ['id', 'name', 'alt', 'media_type', 'size', 'width', 'height', 'created_at']),
  // the column's CHECK allows exactly the contract's kinds
  kind: row.kind as SchoolFileKind,
  url: mediaUrl(row.public_name),
})

/** Returns the extension in the URL of a file. */
export const extensionOf = (mediaType: string): string =>
  mediaTypes.find((type) => type.media_type === mediaType)?.extension ?? 'bin'
