import * as z from 'zod/mini'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { pageKind } from '#contract/setup/website/custom-pages.ts'
import type { Database } from '#server/platform/db/database.ts'
import { documentChanges } from '#server/setup/period-documents/index.ts'
import { carrierContents } from './carrier-file.ts'
import { insertRows } from './insert-rows.ts'
import { insuranceContents } from './insurance.ts'
import { homePicture } from './school-pictures.ts'
import { formContents } from './site-forms.ts'
import { customPages, pageContents } from './site-pages.ts'

interface Place {
  readonly schoolId: number
  readonly periodId: number
  readonly year: number
  readonly adminId: number
}

/** Sets up a policy year as an office has it by the fall: insurance and website, all published. */
export const seedSetUp = async (db: Database, place: Place): Promise<void> => {
  const { year } = place
  const contents = [
    ...insuranceContents(year),
    ...pageContents({ year, picture: homePicture }),
    ...formContents(year),
    carrierContents,
  ]
  const rows = await seedContents(db, place, contents)
  const published = new Set(contents.filter(([{ isPublished }]) => isPublished).map(([{ kind }]) => kind))
  await seedPublications(
    db,
    place,
    rows.filter(({ kind }) => published.has(kind)),
  )
  await seedPages(db, place)
}

/** Publishes the first versions of sections. */
const seedPublications = async (
  db: Database,
  { schoolId, periodId, year, adminId }: Place,
  sections: readonly { readonly kind: string; readonly content: string }[],
): Promise<void> => {
  const rows = sections.map(({ kind, content }) => ({
    school_id: schoolId,
    period_id: periodId,
    kind,
    number: 1,
    version: 1,
    content,
    published_at: `${year}-06-01T14:00:00Z`,
    published_by: adminId,
  }))
  await db.insertInto('period_publications').values(rows).execute()
}

/** Sets up only the single family tier of a policy year. */
export const seedFamilyTier = async (db: Database, place: Place): Promise<void> => {
  const rules = { ...insuranceConfiguration.empty, uses_family_tier: true }
  await seedContents(db, place, [[insuranceConfiguration, rules]])
}

type Contents = readonly (readonly [PeriodDocument, unknown])[]

/** Saves the documents of a period and records who wrote them in the history. */
const seedContents = async (db: Database, place: Place, contents: Contents) => {
  const { schoolId, periodId, year, adminId } = place
  const rows = contents.map(([{ kind, content }, said], index) => ({
    school_id: schoolId,
    period_id: periodId,
    kind,
    // in the same form as the calls would save it
    content: JSON.stringify(z.parse(content, said)),
    version: 1,
    updated_at: `${year}-05-${String(index + 5).padStart(2, '0')}T15:30:00Z`,
    updated_by: adminId,
  }))
  await db.insertInto('period_documents').values(rows).execute()
  await seedWriting(db, place, contents, rows)
  return rows
}

/** Records who wrote each document, and when. */
const seedWriting = async (
  db: Database,
  { schoolId, periodId, adminId }: Place,
  contents: Contents,
  rows: readonly { readonly kind: string; readonly content: string; readonly updated_at: string }[],
): Promise<void> => {
  const acts = rows.map(({ updated_at }) => ({
    at: updated_at,
    actor_id: adminId,
    cause: 'person',
    kind: 'period_document_changed',
    school_id: schoolId,
  }))
  const changeIds = await insertRows(db, 'changes', acts)
  const entries = contents.map(([document], index) => ({
    ...acts[index],
    change_id: changeIds[index],
    subject_type: 'period',
    subject_id: periodId,
    changes: JSON.stringify(
      documentChanges(document.kind, document.empty, JSON.parse(rows[index]?.content ?? '{}')),
    ),
  }))
  await insertRows(db, 'history', entries)
}

const seedPages = async (db: Database, place: Place): Promise<void> => {
  const { schoolId, periodId, year, adminId } = place
  const at = `${year}-05-28T16:00:00Z`
  const rows = customPages.map((page, index) => ({
    ...page,
    school_id: schoolId,
    period_id: periodId,
    position: index + 1,
    created_at: at,
    updated_at: at,
    updated_by: adminId,
  }))
  const ids = await insertRows(db, 'period_pages', rows)
  const published = customPages.flatMap(({ key: _key, ...content }, index) =>
    content.published ? [{ kind: pageKind(ids[index] ?? 0), content: JSON.stringify(content) }] : [],
  )
  await seedPublications(db, place, published)
}
