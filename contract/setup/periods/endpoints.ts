import * as z from 'zod/mini'
import { empty, endpoint, one, page } from '#contract/platform/endpoint.ts'
import { id, idParams } from '#contract/platform/fields.ts'
import { historyColumns, historyEntry } from '#contract/platform/history/shapes.ts'
import { texts } from '#contract/platform/problem.ts'
import { tableQuery } from '#contract/platform/table-query.ts'
import { customPage } from '#contract/setup/website/custom-pages.ts'
import { newPeriod, period, periodAbout, periodAboutChange } from './shapes.ts'

/** Comma-separated names: `faqs,enroll-form/intro`. */
const names = z.pipe(
  z.string().check(z.regex(/^[a-z/-]{1,60}(,[a-z/-]{1,60}){0,39}$/, texts.selected)),
  z.transform((text: string) => text.split(',')),
)

export const createPeriod = endpoint({
  method: 'POST',
  path: '/api/periods',
  access: 'admin',
  summary: 'Creates a policy year, empty or as a copy of an earlier one.',
  body: newPeriod,
  idempotent: true,
  reply: one(period),
  status: 201,
})

export const getPeriodAbout = endpoint({
  method: 'GET',
  path: '/api/periods/:id/about',
  access: 'school',
  summary: 'Returns a policy year’s name, dates, state and offered coverage.',
  params: idParams,
  reply: one(periodAbout),
})

export const replacePeriodAbout = endpoint({
  method: 'PUT',
  path: '/api/periods/:id/about',
  access: 'admin',
  summary: 'Replaces a policy year’s name, dates, state and offered coverage.',
  params: idParams,
  body: periodAboutChange,
  reply: one(periodAbout),
})

export const removePeriod = endpoint({
  method: 'DELETE',
  path: '/api/periods/:id',
  access: 'admin',
  summary: 'Deletes a draft without students. Undo restores it.',
  params: idParams,
  reply: empty(),
})

export const fillPeriod = endpoint({
  method: 'POST',
  path: '/api/periods/:id/fill',
  access: 'admin',
  summary:
    'Fills the sections of a draft that no one has saved, and copies custom pages if it has none. Undo empties them.',
  params: idParams,
  body: z.strictObject({
    /** Another policy year of the school; null for the standard forms and pages. */
    copy_from_period_id: z.nullable(id),
  }),
  idempotent: true,
  reply: one(z.object({ filled: z.int() })),
})

export const listPeriodHistory = endpoint({
  method: 'GET',
  path: '/api/periods/:id/history',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists changes to a policy year’s setup, newest first.',
  params: idParams,
  query: z.strictObject({
    ...tableQuery(historyColumns),
    /** Limits the list to these document kinds or `custom-pages`, comma-separated. */
    documents: z.optional(names),
  }),
  reply: page(historyEntry),
})

export { getLatestLinkCheck, startLinkCheck } from './link-checks.ts'
export { listLastYearTexts, replaceLastYearTexts } from './last-year.ts'
export { comparePeriods, getPeriodChecks } from './set-up.ts'

export {
  getPublication,
  listPeriodDocuments,
  listPublications,
  listRestorableChanges,
  listUnpublishedChanges,
  publishDocuments,
  restorePublication,
} from './publishing.ts'

/** Each document under its name, as its own call returns it: `dates`, `enroll_form_intro`. */
export const getPeriod = endpoint({
  method: 'GET',
  path: '/api/periods/:id',
  access: 'school',
  summary: 'Returns a policy year with the sections the user can read, by name.',
  params: idParams,
  reply: one(
    z.looseObject({
      id: z.int(),
      school_id: z.int(),
      about: periodAbout,
      /** In order; for product admins only. */
      custom_pages: z.optional(z.array(customPage)),
      /** Names of documents saved by a newer version of Shipmate that this version can’t read. */
      unreadable: z.array(z.string()),
    }),
  ),
})
