import { sql } from 'kysely'
import * as z from 'zod/mini'
import { templateKinds } from '#contract/setup/schools/email-kinds.ts'
import { templateContent } from '#contract/mail/email-templates/shapes.ts'
import { emailSettings } from '#contract/setup/schools/email-settings.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import {
  undoEach,
  type ChangeEntry,
  type StepResult,
  type UndoHandler,
} from '#server/platform/history/index.ts'
import { emailSettingsPart, lockSchool, schoolEntry, writePart } from '#server/setup/schools/index.ts'
import { writeTemplate } from './commands/change-template.ts'
import { kindOf, findTemplate, lockTemplate } from './queries/texts.ts'

/** Restores the text that a change of an email template replaced, and whether the school sends the email, unless it changed again. */
export const undoTemplates: UndoHandler = (context, changeId, entries) =>
  undoEach(entries, async (entry) => {
    if (entry.subject_type === 'email_template') return restoreText(context, changeId, entry.subject_id)
    return entry.subject_type === 'school' ? restoreSwitch(context, entry) : undefined
  })

const touched = 'It changed after that.'

const restoreText = async (context: Context, changeId: number, id: number): Promise<StepResult> => {
  const found = await findTemplate(context, id)
  if (!found) return undefined
  const row = await lockTemplate(context, id, found.school_id === null)
  const name = templateKinds[kindOf(row)].label
  // what the row has from before its last change is from before this one
  if ((await findLatestChange(context, id)) !== changeId) return { name, reason: touched }
  return writeTemplate(context, row, z.nullable(templateContent).parse(row.former_content))
}

/** Returns the change that a template has been saved by last. */
const findLatestChange = async (context: Context, id: number): Promise<number | undefined> => {
  const { rows } = await sql<{ change_id: number }>`
    select change_id from history h where h.subject_type = 'email_template' and h.subject_id = ${id}
      and (h.school_id is null or ${scope.within(context, 'h.school_id')})
    order by h.id desc limit 1`.execute(context.db)
  return rows[0]?.change_id
}

const switchField = 'email_settings.kinds_off'

const restoreSwitch = async (
  context: Context,
  { subject_id: schoolId, changes }: ChangeEntry,
): Promise<StepResult> => {
  const change = changes.find(({ field }) => field === switchField)
  if (!change) return undefined
  const school = await lockSchool(context, schoolId)
  const settings = emailSettings.parse(emailSettingsPart.contentOf(school))
  if (JSON.stringify(settings.kinds_off) !== JSON.stringify(change.after))
    return { name: school.name, reason: touched }
  const former = emailSettings.parse({ ...settings, kinds_off: change.before })
  await writePart(context, school, emailSettingsPart, former)
  return schoolEntry(schoolId, [{ field: switchField, before: change.after, after: change.before }])
}
