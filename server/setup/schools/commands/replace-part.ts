import type { Updateable } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { documentChanges } from '#server/setup/period-documents/index.ts'
import { recordSchoolChange } from '../record.ts'
import { problem } from '#server/platform/problem.ts'
import { colorsOf, presentSchool } from '../present.ts'
import { emailSettingsOf, presentEmailSettings, lockSchool, type SchoolRow } from '../queries/single.ts'

/** A part of a school that is replaced whole and has a version of its own. */
export interface SchoolPart {
  /** Its name in the history’s fields. */
  readonly kind: string
  readonly versionOf: (school: SchoolRow) => number
  readonly contentOf: (school: SchoolRow) => object
  /** Whether its changes can be undone. */
  readonly isUndoable?: true
  /** The reply to an outdated save. */
  readonly present: (school: SchoolRow) => unknown
  readonly columns: (content: object, version: number) => Updateable<DB['schools']>
}

export const colorsPart: SchoolPart = {
  kind: 'colors',
  versionOf: ({ colors_version }) => colors_version,
  contentOf: colorsOf,
  present: presentSchool,
  columns: (colors, version) => ({ colors: JSON.stringify(colors), colors_version: version }),
}

export const emailSettingsPart: SchoolPart = {
  kind: 'email_settings',
  versionOf: ({ email_settings_version }) => email_settings_version,
  contentOf: emailSettingsOf,
  present: presentEmailSettings,
  columns: (settings, version) => ({
    email_settings: JSON.stringify(settings),
    email_settings_version: version,
  }),
}

/** Writes a part of a locked school, without history. */
export const writePart = async (
  context: Context,
  school: SchoolRow,
  part: SchoolPart,
  content: object,
): Promise<void> => {
  await scope
    .update(context, 'schools')
    .set({
      ...part.columns(content, part.versionOf(school) + 1),
      updated_at: context.clock.now().toISOString(),
    })
    .where('id', '=', school.id)
    .execute()
}

/** Replaces a part of a school. @throws Problem 404; 409 with the current content */
export const replacePart = async (
  context: Context,
  id: number,
  part: SchoolPart,
  { version, ...content }: object & { readonly version?: number | undefined },
): Promise<void> => {
  const school = await lockSchool(context, id)
  if (version !== undefined && version !== part.versionOf(school)) throw problem.stale(part.present(school))
  const changes = documentChanges(part.kind, part.contentOf(school), content)
  if (changes.length === 0) return
  await writePart(context, school, part, content)
  await recordSchoolChange(context, id, changes, part.isUndoable)
}
