import * as z from 'zod/mini'
import { download, empty, endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { idParams, person } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/table-query.ts'
import { activityReview, lookedAt } from './review.ts'
import { activityPage, activityQuery, changedRecord, disclosureRecord } from './shapes.ts'

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  access: 'admin',
  limit: 'downloads',
  givesSsn: false,
  summary:
    'Lists who saw, changed, exported, revealed, signed in or was refused, newest first, or returns the list as a file. Reading it is recorded.',
  query: activityQuery,
  reply: one(activityPage),
  orFile: true,
})

export const listActivityPeople = endpoint({
  method: 'GET',
  path: '/api/activity/people',
  access: 'admin',
  summary: 'Lists all users by name, including removed ones, for the filter of the activity log.',
  reply: list(person),
})

export const listChangedRecords = endpoint({
  method: 'GET',
  path: '/api/activity/changes/:id',
  access: 'admin',
  summary: 'Lists the records of a change with old and new values, in the order of the change.',
  params: idParams,
  query: z.strictObject(paging),
  reply: page(changedRecord),
})

export const getDisclosures = endpoint({
  method: 'GET',
  path: '/api/students/:id/disclosures',
  access: 'admin',
  summary: 'Returns a student’s record of disclosures: when, to whom, why and what. Reading it is recorded.',
  params: idParams,
  reply: one(disclosureRecord),
})

export const copyStudentRecord = endpoint({
  method: 'GET',
  path: '/api/students/:id/record-copy',
  access: 'admin',
  limit: 'downloads',
  givesSsn: false,
  summary:
    'Returns everything saved about a student as a ZIP: a page to read, the same as JSON, and the documents. SSNs have their last 4 digits. The download is recorded.',
  params: idParams,
  reply: download('application/zip'),
})

export const listActivityReviews = endpoint({
  method: 'GET',
  path: '/api/activity-reviews',
  access: 'admin',
  summary:
    'Lists the weekly reviews of the last year with their findings, the latest first. Reading it is recorded.',
  reply: list(activityReview),
})

export const lookAtFinding = endpoint({
  method: 'POST',
  path: '/api/activity-findings/:id/look',
  access: 'admin',
  summary: 'Marks a finding of a weekly review as looked at, with a note. 409 if someone already did.',
  params: idParams,
  body: lookedAt,
  reply: empty(),
})

export const countOpenFindings = endpoint({
  method: 'GET',
  path: '/api/activity-findings/open',
  access: 'admin',
  summary: 'Counts the findings of weekly reviews that no one has looked at.',
  reply: one(z.object({ quantity: z.int() })),
})
