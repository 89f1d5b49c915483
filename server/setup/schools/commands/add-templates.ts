import { schoolKindNames } from '#contract/setup/schools/email-kinds.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Gives a new school its templates, which start with the global texts. */
export const addTemplates = async (db: Database, schoolId: number): Promise<void> => {
  await db
    .insertInto('email_templates')
    .values(schoolKindNames.map((kind) => ({ kind, school_id: schoolId })))
    .execute()
}
